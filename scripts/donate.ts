import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { parseSol, toSol } from '../app/features/donations/contract.ts'
import { readLedgerWallet } from '../app/platform/embedded-ledger/ledger/ledger-wallet.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment } from './support/site-database.ts'

const USAGE =
  'npm run donate -- 0.5 [--name Ann] [--reference <address>] [--memo text] [--to <address>] [--data-dir ./data] [--site http://localhost:3000]'
const NPC_PATH = '/api/npcs/1/donations'
const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const TIMEOUT_MS = 30_000

type Options = Awaited<ReturnType<typeof readOptions>>

/** As for every script, DATA_DIR says where the ledger is and where the site listens. */
async function readOptions(args: string[]) {
  const spec = {
    to: { type: 'string' },
    reference: { type: 'string' },
    memo: { type: 'string' },
    name: { type: 'string' },
    'data-dir': { type: 'string' },
    site: { type: 'string' },
  } as const
  const { values, positionals } = orFail(`Usage: ${USAGE}`, () =>
    parseArgs({ args, options: spec, allowPositionals: true }),
  )
  const [amount, ...others] = positionals
  if (amount === undefined || others.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  const lamports = parseSol(amount)
  if (!lamports) throw new CannotStart(`"${amount}" is not an amount of SOL, such as 0.5`)
  const { dataDir, port, donationAddress } = readSiteEnvironment(
    values['data-dir'] === undefined ? {} : { DATA_DIR: values['data-dir'] },
  )
  const running = await findRunningSite(dataDir)
  const site = values.site ?? running?.site ?? `http://localhost:${port}`
  return {
    ...values,
    to: values.to ?? donationAddress,
    amount,
    lamports,
    dataDir,
    site,
    folder: join(dataDir, 'ledger'),
  }
}

/** Called before paying: a payment that no site learns of would be lost. */
async function assertSiteAnswers({ site, dataDir }: Options): Promise<void> {
  const answer = await fetch(new URL(NPC_PATH, site), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  if (!answer?.ok)
    throw new CannotStart(
      `No site answers at ${site}, so nothing was paid; start one with "npm start", or name its DATA_DIR (now ${dataDir}), PORT or --site`,
    )
}

async function donate(options: Options): Promise<void> {
  const { folder, amount } = options
  const noSite = `No site with an embedded ledger runs on ${options.dataDir}; start it with "npm start"`
  const rpcUrl = (await readOrFail(join(folder, 'rpc-url'), noSite)).trim()
  const to = readAddress('--to', options.to ?? (await readOrFail(join(folder, 'own-address'), noSite)).trim())
  const rpc = createSolanaRpc(rpcUrl)
  const { value: blockhash } = await rpc
    .getLatestBlockhash()
    .send()
    .catch(() => {
      throw new CannotStart(noSite)
    })
  await assertSiteAnswers(options)
  const wallet = await readLedgerWallet(folder)
  const { value: balance } = await rpc.getBalance(wallet.address).send()
  if (balance <= options.lamports)
    throw new CannotStart(`The ledger's wallet holds only ${toSol(balance)} SOL of play money`)
  const transaction = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(wallet, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstructions(instructions(options, wallet, to), message),
    (message) => signTransactionMessageWithSigners(message),
  )
  assertIsTransactionWithBlockhashLifetime(transaction)
  const rpcSubscriptions = createSolanaRpcSubscriptions(rpcUrl.replace(/^http/, 'ws'))
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  const abortSignal = AbortSignal.timeout(TIMEOUT_MS)
  await sendAndConfirm(transaction, { commitment: 'confirmed', abortSignal }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message
    throw new CannotStart(`The ledger rejected the transfer: ${cause}`)
  })
  console.log(`Sent ${amount} SOL of play money to ${to}; the ledger confirmed it.`)
  const signature = getSignatureFromTransaction(transaction)
  if (options.name !== undefined) await reportToSite(options, options.name, signature)
  console.log(signature)
}

function instructions(
  { lamports, reference, memo }: Options,
  wallet: Awaited<ReturnType<typeof readLedgerWallet>>,
  to: Address,
): Instruction[] {
  const transfer = getTransferSolInstruction({ source: wallet, destination: to, amount: lamports })
  const addresses = reference === undefined ? [] : [readAddress('--reference', reference)]
  const references = addresses.map((each) => ({ address: each, role: AccountRole.READONLY }))
  const memos =
    memo === undefined ? [] : [{ programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(memo) }]
  // Solana Pay requires the transfer to be last.
  return [...memos, { ...transfer, accounts: [...transfer.accounts, ...references] }]
}

async function reportToSite({ site, amount }: Options, username: string, signature: string): Promise<void> {
  const response = await fetch(new URL(NPC_PATH, site), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, amount, tx_hash: signature }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok) {
    console.log(
      `The site recorded the donation of ${username}: ${answer?.verified ? 'verified' : 'not verified yet'}.`,
    )
    return
  }
  console.log(`${site} did not record the donation: ${answer?.detail ?? response?.status ?? 'no answer'}`)
  process.exitCode = 1
}

function readAddress(option: string, text: string): Address {
  return orFail(`${option} "${text}" is not a Solana address`, () => address(text))
}

function readOrFail(path: string, message: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CannotStart(message)
  })
}

function orFail<T>(message: string, work: () => T): T {
  try {
    return work()
  } catch {
    throw new CannotStart(message)
  }
}

await runScript(USAGE, async (args) => donate(await readOptions(args)))
