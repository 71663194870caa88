import { type Address, getBase58Encoder } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import type { InnerInstruction } from './transaction-meta.server.ts'

const SYSTEM_TRANSFER = 2
const TRANSFER_BYTES = 12
const MEMO_PROGRAM = /^Memo/

/** jsonParsed for the instructions of a donation; others stay raw, like those of unknown programs. */
export function parseInstruction(instruction: InnerInstruction, keys: readonly Address[]): object {
  const { data, stackHeight } = instruction
  const programId = keys[instruction.programIdIndex] ?? ''
  const accounts = instruction.accounts.map((index) => keys[index])
  const bytes = Uint8Array.from(getBase58Encoder().encode(data))
  if (MEMO_PROGRAM.test(programId))
    return { program: 'spl-memo', programId, parsed: new TextDecoder().decode(bytes), stackHeight }
  const isTransfer =
    programId === SYSTEM_PROGRAM_ADDRESS && bytes[0] === SYSTEM_TRANSFER && bytes.length === TRANSFER_BYTES
  if (!isTransfer) return { programId, accounts, data, stackHeight }
  const [source, destination] = accounts
  const lamports = Number(new DataView(bytes.buffer).getBigUint64(4, true))
  return {
    program: 'system',
    programId,
    parsed: { type: 'transfer', info: { source, destination, lamports } },
    stackHeight,
  }
}
