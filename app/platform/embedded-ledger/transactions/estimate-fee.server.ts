import { type CompiledMessage, messageInstructions, transactionConfig } from './compiled-message.server.ts'

const LAMPORTS_PER_SIGNATURE = 5_000
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const SET_LIMIT = 2
const SET_PRICE = 3
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000
const MICROLAMPORTS = 1_000_000n

/** The fee for the signatures plus the priority fee that the message offers. */
export function estimateFee(message: CompiledMessage): number {
  const signatures = LAMPORTS_PER_SIGNATURE * message.header.numSignerAccounts
  if (message.version === 1) return signatures + (transactionConfig(message).priorityFee ?? 0)
  const instructions = messageInstructions(message)
  const budget = instructions.filter(
    ({ programIndex }) => message.staticAccounts[programIndex] === COMPUTE_BUDGET_PROGRAM,
  )
  const read = (kind: number, bytes: number) => {
    const found = budget.find(({ data }) => data[0] === kind && data.length === bytes + 1)
    return found && new DataView(found.data.buffer, 1)
  }
  const price = read(SET_PRICE, 8)?.getBigUint64(0, true) ?? 0n
  const others = instructions.length - budget.length
  const units = read(SET_LIMIT, 4)?.getUint32(0, true) ?? others * DEFAULT_UNITS_PER_INSTRUCTION
  return signatures + Number((price * BigInt(units) + MICROLAMPORTS - 1n) / MICROLAMPORTS)
}
