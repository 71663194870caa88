import { type Address, getAddressDecoder } from '@solana/kit'
import type { CompiledMessage, LoadedAddresses } from './compiled-message.server.ts'

const LOOKUP_TABLE_HEADER_BYTES = 56
const ADDRESS_BYTES = 32

/** Leaves out addresses that are not in the table: the runtime rejects such a transaction. */
export function loadAddresses(
  message: CompiledMessage,
  readTable: (address: Address) => Uint8Array | undefined,
): LoadedAddresses {
  const lookups = (message.version === 0 && message.addressTableLookups) || []
  const loaded: LoadedAddresses = { writable: [], readonly: [] }
  for (const { lookupTableAddress, writableIndexes, readonlyIndexes } of lookups) {
    const table = readTable(lookupTableAddress) ?? new Uint8Array()
    loaded.writable.push(...entries(table, writableIndexes))
    loaded.readonly.push(...entries(table, readonlyIndexes))
  }
  return loaded
}

function entries(table: Uint8Array, indexes: readonly number[]): Address[] {
  return indexes.flatMap((index) => {
    const start = LOOKUP_TABLE_HEADER_BYTES + ADDRESS_BYTES * index
    const bytes = table.subarray(start, start + ADDRESS_BYTES)
    return bytes.length === ADDRESS_BYTES ? [getAddressDecoder().decode(bytes)] : []
  })
}
