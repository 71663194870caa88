import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  isFullySignedTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getTransferSolInstruction,
  getTransferSolInstructionDataDecoder,
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
} from '@solana-program/system'

export type Transfer = {
  from: string
  to: string
  lamports: bigint
  reference: string
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint }
}

/** Builds the transfer that a wallet signs. Every wallet reads version 0. */
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

/** Wallets add instructions of these: priority fees, memos, guards against a changed outcome. */
const WALLET_PROGRAMS = new Set([
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
])

/** True for the signed transfer of exactly this donation: the site relays nothing else. */
export function isSignedTransfer(
  wire: string,
  expected: Pick<Transfer, 'to' | 'lamports' | 'reference'>,
): boolean {
  try {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
    if (!isFullySignedTransaction(transaction)) return false
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const { instructions } = decompileTransactionMessage(compiled)
    const own = instructions.filter(({ programAddress }) => !WALLET_PROGRAMS.has(programAddress))
    return own.length === 1 && own.every((instruction) => isTransfer(instruction, expected))
  } catch {
    return false
  }
}

function isTransfer(
  { programAddress, accounts = [], data }: Instruction,
  { to, lamports, reference }: Pick<Transfer, 'to' | 'lamports' | 'reference'>,
): boolean {
  const [, destination, ...named] = accounts.map(({ address: account }) => account as string)
  if (programAddress !== SYSTEM_PROGRAM_ADDRESS || destination !== to || data === undefined) return false
  const { discriminator, amount } = getTransferSolInstructionDataDecoder().decode(data)
  return discriminator === TRANSFER_SOL_DISCRIMINATOR && amount === lamports && named.includes(reference)
}
