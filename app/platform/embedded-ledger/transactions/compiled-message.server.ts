import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  transactionConfigMaskHasComputeUnitLimit,
  transactionConfigMaskHasHeapSize,
  transactionConfigMaskHasLoadedAccountsDataSizeLimit,
  transactionConfigMaskHasPriorityFee,
} from '@solana/kit'

export type CompiledMessage = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
export type LoadedAddresses = { writable: Address[]; readonly: Address[] }
export type MessageInstruction = { programIndex: number; accounts: number[]; data: Uint8Array }

/** Version 1 stores headers and payloads separately; this joins them. */
export function messageInstructions(message: CompiledMessage): MessageInstruction[] {
  if (message.version !== 1)
    return message.instructions.map((instruction) => ({
      programIndex: instruction.programAddressIndex,
      accounts: [...(instruction.accountIndices ?? [])],
      data: Uint8Array.from(instruction.data ?? []),
    }))
  return message.instructionHeaders.map((header, index) => ({
    programIndex: header.programAccountIndex,
    accounts: [...(message.instructionPayloads[index]?.instructionAccountIndices ?? [])],
    data: Uint8Array.from(message.instructionPayloads[index]?.instructionData ?? []),
  }))
}

export function accountKeys(message: CompiledMessage, loaded: LoadedAddresses): Address[] {
  return [...message.staticAccounts, ...loaded.writable, ...loaded.readonly]
}

export function isSigner(message: CompiledMessage, index: number): boolean {
  return index < message.header.numSignerAccounts
}

export function isWritable(message: CompiledMessage, loaded: LoadedAddresses, index: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const fixed = message.staticAccounts.length
  if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts
  if (index < fixed) return index < fixed - numReadonlyNonSignerAccounts
  return index < fixed + loaded.writable.length
}

/** The compute budget in a version 1 message, in the shape of the RPC. */
export function transactionConfig(message: CompiledMessage & { version: 1 }) {
  const values = message.configValues.map(({ value }) => Number(value))
  const mask = message.configMask
  const next = (isPresent: boolean) => (isPresent ? (values.shift() ?? null) : null)
  return {
    priorityFee: next(transactionConfigMaskHasPriorityFee(mask)),
    computeUnitLimit: next(transactionConfigMaskHasComputeUnitLimit(mask)),
    loadedAccountsDataSizeLimit: next(transactionConfigMaskHasLoadedAccountsDataSizeLimit(mask)),
    heapSize: next(transactionConfigMaskHasHeapSize(mask)),
  }
}
