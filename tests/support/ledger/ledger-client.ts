import {
  type AccountMeta,
  type Address,
  type AddressesByLookupTableAddress,
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type SolanaRpcApi,
  sendAndConfirmTransactionFactory,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Transaction,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'

export type TestInstruction = Instruction<string, AccountMeta[]>
export type TestClient = ReturnType<typeof connectTestClient>

const BUDGET = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 10_000_000 }

export type TransactionParts = {
  payer: KeyPairSigner
  version: 'legacy' | 0 | 1
  instructions: Instruction[]
  /** For version 0. */
  tables?: AddressesByLookupTableAddress
}

/** Signs for the newest blockhash. */
export async function signTransaction(
  rpc: Pick<Rpc<SolanaRpcApi>, 'getLatestBlockhash'>,
  { payer, version, instructions, tables = {} }: TransactionParts,
) {
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  if (version === 'legacy')
    return pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => signTransactionMessageWithSigners(message),
    )
  if (version === 0)
    return pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => compressTransactionMessageUsingAddressLookupTables(message, tables),
      (message) => signTransactionMessageWithSigners(message),
    )
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    // A version 1 message without a budget gets none.
    (message) => setTransactionMessageConfig(BUDGET, message),
    (message) => signTransactionMessageWithSigners(message),
  )
}

/** An unmodified kit client of a ledger under test, paying with one wallet. */
export function connectTestClient(rpcUrl: string, donor: KeyPairSigner) {
  const rpc = createSolanaRpc(rpcUrl)
  const rpcSubscriptions = createSolanaRpcSubscriptions(rpcUrl.replace('http', 'ws'))
  const confirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })

  const sign = (
    version: TransactionParts['version'],
    instructions: TestInstruction[],
    tables?: AddressesByLookupTableAddress,
  ) => signTransaction(rpc, { payer: donor, version, instructions, ...(tables && { tables }) })

  return {
    donor,
    rpc,
    rpcSubscriptions,
    sign,
    send: (transaction: Transaction, options: { skipPreflight?: boolean } = {}) =>
      rpc
        .sendTransaction(getBase64EncodedWireTransaction(transaction), { encoding: 'base64', ...options })
        .send(),
    async sendAndConfirm(transaction: Awaited<ReturnType<typeof sign>>): Promise<void> {
      assertIsTransactionWithBlockhashLifetime(transaction)
      await confirm(transaction, { commitment: 'confirmed' })
    },
    transfer: (destination: Address, amount: bigint) =>
      getTransferSolInstruction({ source: donor, destination, amount }) as TestInstruction,
  }
}

export async function newAddress(): Promise<Address> {
  return (await generateKeyPairSigner()).address
}

export function memo(words: string): TestInstruction {
  return {
    programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(words),
    accounts: [],
  }
}
