import * as v from 'valibot'
import { type Simulation, simulationFailure } from '../ledger/ledger-machine.server.ts'
import { toInnerInstructions } from '../transactions/transaction-meta.server.ts'
import { decodeWireText, readWireTransaction } from '../transactions/wire-transaction.server.ts'
import { accountView, renderAccount } from './render-account.server.ts'
import { inContext, type Ledger } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import {
  address,
  commitment,
  config,
  contextEntries,
  integer,
  type Method,
  method,
  text,
  wireEncoding,
} from './rpc-params.server.ts'

const MAX_SIMULATED_ACCOUNTS = 100

const sendConfig = config({
  encoding: wireEncoding,
  skipPreflight: v.optional(v.boolean(), false),
  preflightCommitment: commitment,
  maxRetries: v.nullish(integer),
  minContextSlot: v.optional(integer),
})
const simulateConfig = config({
  ...contextEntries,
  encoding: wireEncoding,
  sigVerify: v.optional(v.boolean(), false),
  replaceRecentBlockhash: v.optional(v.boolean(), false),
  innerInstructions: v.optional(v.boolean(), false),
  accounts: v.optional(
    v.object({
      addresses: v.pipe(v.array(address), v.maxLength(MAX_SIMULATED_ACCOUNTS)),
      encoding: accountView.encoding,
    }),
  ),
})
type SimulateConfig = v.InferOutput<typeof simulateConfig>

export function transactionMethods(ledger: Ledger): Record<string, Method> {
  return {
    sendTransaction: method([text, sendConfig], (wire, options) => send(ledger, wire, options)),
    simulateTransaction: method([text, simulateConfig], (wire, options) =>
      inContext(ledger.slots, options, simulate(ledger, wire, options)),
    ),
  }
}

function send(
  { store, slots, machine, landed }: Ledger,
  wire: string,
  { encoding, skipPreflight }: v.InferOutput<typeof sendConfig>,
): string {
  const transaction = readWireTransaction(decodeWireText(wire, encoding))
  if (!transaction.isSigned) throw new RpcError('signature', 'Transaction signature verification failure')
  if (store.hasTransaction(transaction.signature)) return transaction.signature
  if (!slots.isRecent(transaction.message.lifetimeToken)) {
    const message = 'Transaction simulation failed: Blockhash not found'
    throw new RpcError('preflight', message, notExecuted('BlockhashNotFound'))
  }
  if (!skipPreflight) {
    const simulation = machine.simulate(transaction, { isVerifying: true })
    if (simulation.err !== null) throw simulationFailure(simulation)
  }
  landed(machine.land(transaction))
  return transaction.signature
}

function simulate(ledger: Ledger, wire: string, options: SimulateConfig): object {
  const { slots, machine } = ledger
  if (options.sigVerify && options.replaceRecentBlockhash)
    throw new RpcError('invalidParams', 'sigVerify may not be used with replaceRecentBlockhash')
  const transaction = readWireTransaction(decodeWireText(wire, options.encoding))
  const isKnown = options.replaceRecentBlockhash || slots.isRecent(transaction.message.lifetimeToken)
  if (!isKnown) return notExecuted('BlockhashNotFound')
  if (options.sigVerify && !transaction.isSigned) return notExecuted('SignatureFailure')
  const simulation = machine.simulate(transaction, { isVerifying: options.sigVerify })
  return {
    err: simulation.err,
    logs: simulation.metadata.logs(),
    unitsConsumed: Number(simulation.metadata.computeUnitsConsumed()),
    returnData: null,
    accounts: simulatedAccounts(ledger, simulation, options.accounts),
    innerInstructions: options.innerInstructions ? toInnerInstructions(simulation.metadata) : null,
    replacementBlockhash: options.replaceRecentBlockhash ? slots.latestBlockhash() : null,
  }
}

function simulatedAccounts(
  { machine }: Ledger,
  { err, accounts }: Simulation,
  wanted: SimulateConfig['accounts'],
): unknown {
  if (wanted === undefined) return null
  return wanted.addresses.map((of) => {
    const account = accounts.find((each) => each.address === of) ?? machine.account(of)
    const view = { encoding: wanted.encoding ?? ('base64' as const) }
    return err === null && account ? renderAccount(account, view, machine.account) : null
  })
}

function notExecuted(err: string): object {
  return { err, logs: [], accounts: null, unitsConsumed: 0, returnData: null }
}
