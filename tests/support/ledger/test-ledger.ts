import {
  AccountRole,
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  type EmbeddedLedger,
  openEmbeddedLedger,
} from '../../../app/platform/embedded-ledger/embedded-ledger.server.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../database/test-database.ts'
import { testEnvironment } from '../site/test-environment.ts'

export const SOL = 1_000_000_000n

type Shape = {
  payer?: KeyPairSigner
  version?: 'legacy' | 0 | 1
  tables?: AddressesByLookupTableAddress
  skipPreflight?: boolean
}

export type TestLedger = EmbeddedLedger & {
  donor: KeyPairSigner
  recipient: KeyPairSigner
  fund(to: Address): Promise<void>
  /** The signature of a transaction that the ledger has executed. */
  send(instructions: Instruction[], shape?: Shape): Promise<string>
  pay(amount: bigint, options?: { reference?: string; from?: KeyPairSigner }): Promise<string>
}

/** A ledger of its own, with quick slots, a donor who has money and an address that receives it. */
export async function testLedger(): Promise<TestLedger> {
  const rpcUrl = testEnvironment.ledgerRpc
  const folder = await temporaryFolder()
  const ledger = rpcUrl
    ? { rpcUrl, ownAddress: '', close: async () => {} }
    : await openEmbeddedLedger({ folder: folder.path, log: silentLog, slotMs: 20, port: 0 })
  const rpc = createSolanaRpc(ledger.rpcUrl)
  const [donor, recipient] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])

  async function fund(to: Address): Promise<void> {
    await rpc.requestAirdrop(to, lamports(100n * SOL)).send()
  }

  async function send(instructions: Instruction[], shape: Shape = {}): Promise<string> {
    const { payer = donor, version = 0, tables = {}, skipPreflight = false } = shape
    const { value: lifetime } = await rpc.getLatestBlockhash().send()
    const prepare = <const V extends 'legacy' | 0 | 1>(ofVersion: V) =>
      pipe(
        createTransactionMessage({ version: ofVersion }) as ReturnType<typeof createTransactionMessage<0>>,
        (empty) => setTransactionMessageFeePayerSigner(payer, empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
        (dated) => appendTransactionMessageInstructions(instructions, dated),
      )
    const budget = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 10_000_000 }
    const message =
      version === 0
        ? compressTransactionMessageUsingAddressLookupTables(prepare(0), tables)
        : version === 1
          ? (setTransactionMessageConfig(budget, prepare(1) as never) as unknown as ReturnType<
              typeof prepare
            >)
          : prepare('legacy')
    const signed = await signTransactionMessageWithSigners(message)
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

/** The same instruction, with an account that it only names. */
export function withAccount(instruction: Instruction, account: string | undefined): Instruction {
  if (account === undefined) return instruction
  const named = { address: address(account), role: AccountRole.READONLY }
  return { ...instruction, accounts: [...(instruction.accounts ?? []), named] }
}
