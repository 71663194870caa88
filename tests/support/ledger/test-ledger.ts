import {
  AccountRole,
  type Address,
  address,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  type EmbeddedLedger,
  openEmbeddedLedger,
} from '../../../app/platform/embedded-ledger/embedded-ledger.server.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../database/test-database.ts'
import { testEnvironment } from '../site/test-environment.ts'
import { signTransaction, type TransactionParts } from './ledger-client.ts'

export const SOL = 1_000_000_000n

type SendOptions = Partial<Omit<TransactionParts, 'instructions'>> & { skipPreflight?: boolean }

export type TestLedger = EmbeddedLedger & {
  donor: KeyPairSigner
  recipient: KeyPairSigner
  fund(to: Address): Promise<void>
  /** Executes the instructions; returns the signature. */
  send(instructions: Instruction[], options?: SendOptions): Promise<string>
  pay(amount: bigint, options?: { reference?: string; from?: KeyPairSigner }): Promise<string>
}

/** A ledger with quick slots, a funded donor and a recipient. */
export async function testLedger({ slotMs = 20 } = {}): Promise<TestLedger> {
  const rpcUrl = testEnvironment.ledgerRpc
  const folder = await temporaryFolder()
  const ledger = rpcUrl
    ? { rpcUrl, ownAddress: '', close: async () => {} }
    : await openEmbeddedLedger({ folder: folder.path, log: silentLog, slotMs, port: 0 })
  const rpc = createSolanaRpc(ledger.rpcUrl)
  const [donor, recipient] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])

  async function fund(to: Address): Promise<void> {
    await rpc.requestAirdrop(to, lamports(100n * SOL)).send()
  }

  async function send(instructions: Instruction[], options: SendOptions = {}): Promise<string> {
    const { payer = donor, version = 0, tables = {}, skipPreflight = false } = options
    const signed = await signTransaction(rpc, { payer, version, instructions, tables })
    const wire = getBase64EncodedWireTransaction(signed)
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight }).send()
    return getSignatureFromTransaction(signed)
  }

  await fund(donor.address)
  return {
    ...ledger,
    donor,
    recipient,
    fund,
    send,
    pay: (amount, { reference, from = donor } = {}) =>
      send([withAccount(transfer(from, recipient.address, amount), reference)], { payer: from }),
    close: async () => {
      await ledger.close()
      await folder.remove()
    },
  }
}

export function transfer(source: KeyPairSigner, destination: Address, amount: bigint): Instruction {
  return getTransferSolInstruction({ source, destination, amount })
}

/** The same instruction with one more read-only account. */
export function withAccount(instruction: Instruction, account: string | undefined): Instruction {
  if (account === undefined) return instruction
  const named = { address: address(account), role: AccountRole.READONLY }
  return { ...instruction, accounts: [...(instruction.accounts ?? []), named] }
}
