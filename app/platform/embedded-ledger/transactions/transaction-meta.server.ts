import { type Address, getBase58Decoder, type TransactionError } from '@solana/kit'
import type { TransactionMetadata } from 'litesvm'
import {
  type LoadedAddresses,
  type MessageInstruction,
  messageInstructions,
} from './compiled-message.server.ts'
import type { WireTransaction } from './wire-transaction.server.ts'

export type InnerInstruction = {
  programIdIndex: number
  accounts: number[]
  data: string
  stackHeight: number | null
}
export type TransactionMeta = ReturnType<typeof toMeta>

type Execution = {
  metadata: TransactionMetadata
  err: TransactionError | null
  before: bigint[]
  after: bigint[]
  loaded: LoadedAddresses
}

const MEMO_PROGRAM = /^Memo/

export function toMeta({ metadata, err, before, after, loaded }: Execution) {
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    // Lamports leave the accounts of a transaction only as its fee.
    fee: Number(sum(before) - sum(after)),
    preBalances: before.map(Number),
    postBalances: after.map(Number),
    innerInstructions: toInnerInstructions(metadata),
    logMessages: metadata.logs(),
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    loadedAddresses: loaded,
    computeUnitsConsumed: Number(metadata.computeUnitsConsumed()),
  }
}

export function toInnerInstructions(metadata: TransactionMetadata) {
  const groups = metadata.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map(
      (inner): InnerInstruction => ({
        programIdIndex: inner.instruction().programIdIndex(),
        accounts: [...inner.instruction().accounts()],
        data: getBase58Decoder().decode(inner.instruction().data()),
        stackHeight: inner.stackHeight(),
      }),
    ),
  }))
  return groups.filter(({ instructions }) => instructions.length > 0)
}

/** In the format of getSignaturesForAddress: `[5] hello; [3] bye`. */
export function readMemo({ message }: WireTransaction, keys: readonly Address[]): string | null {
  const isMemo = ({ programIndex }: MessageInstruction) => MEMO_PROGRAM.test(keys[programIndex] ?? '')
  const memos = messageInstructions(message).filter(isMemo)
  if (memos.length === 0) return null
  return memos.map(({ data }) => `[${data.length}] ${new TextDecoder().decode(data)}`).join('; ')
}

function sum(lamports: bigint[]): bigint {
  return lamports.reduce((total, each) => total + each, 0n)
}
