import {
  AccountRole,
  type Address,
  address,
  createSolanaRpc,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
} from '@solana/kit'
import type { TestLedger } from './test-ledger.ts'

const PROGRAM = address('AddressLookupTab1e1111111111111111111111111')
const SYSTEM = address('11111111111111111111111111111111')

/** A lookup table with these addresses; it can be used from the next slot on. */
export async function createLookupTable(ledger: TestLedger, addresses: Address[]): Promise<Address> {
  const { donor, rpcUrl, send } = ledger
  const slot = await createSolanaRpc(rpcUrl).getSlot({ commitment: 'confirmed' }).send()
  const seeds = [getAddressEncoder().encode(donor.address), getU64Encoder().encode(slot)]
  const [table, bump] = await getProgramDerivedAddress({ programAddress: PROGRAM, seeds })
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: donor.address, role: AccountRole.READONLY_SIGNER, signer: donor },
    { address: donor.address, role: AccountRole.WRITABLE_SIGNER, signer: donor },
    { address: SYSTEM, role: AccountRole.READONLY },
  ]
  const create = Uint8Array.from([0, 0, 0, 0, ...getU64Encoder().encode(slot), bump])
  const bytes = addresses.flatMap((each) => [...getAddressEncoder().encode(each)])
  const extend = Uint8Array.from([2, 0, 0, 0, addresses.length, 0, 0, 0, 0, 0, 0, 0, ...bytes])
  await send([
    { programAddress: PROGRAM, accounts, data: create },
    { programAddress: PROGRAM, accounts, data: extend },
  ])
  return table
}
