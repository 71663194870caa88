import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  isFullySignedTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'

export type Transfer = {
  from: string
  to: string
  lamports: bigint
  reference: string
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint }
}

/** The transfer a wallet is asked to sign; every wallet reads version 0. */
export function buildTransfer({ from, to, lamports, reference, lifetime }: Transfer): string {
  const source = createNoopSigner(address(from))
  const transfer = getTransferSolInstruction({ source, destination: address(to), amount: lamports })
  const withReference = {
    ...transfer,
    accounts: [...transfer.accounts, { address: address(reference), role: AccountRole.READONLY }],
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(source.address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (dated) => appendTransactionMessageInstruction(withReference, dated),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

/** True for a signed transaction that names both accounts: a donation of ours, and not just anything to relay. */
export function isSignedTransferWith(wire: string, accounts: string[]): boolean {
  try {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const named = new Set<string>(staticAccounts)
    return isFullySignedTransaction(transaction) && accounts.every((account) => named.has(account))
  } catch {
    return false
  }
}
