import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  getSignatureFromTransaction,
  getU64Encoder,
} from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../../tests/support/database/test-database.ts'
import {
  connectTestClient,
  newAddress,
  type TestClient,
} from '../../../../tests/support/ledger/ledger-client.ts'
import { until } from '../../../../tests/support/until.ts'
import { type EmbeddedLedger, openEmbeddedLedger } from '../embedded-ledger.server.ts'
import { readLedgerWallet } from '../ledger/ledger-wallet.server.ts'

const LATEST = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const

let folder: TemporaryFolder
let ledger: EmbeddedLedger
let client: TestClient

beforeAll(async () => {
  folder = await temporaryFolder()
  const options = { log: silentLog, slotMs: 25, finalizedAfterSlots: 8, port: 0 }
  ledger = await openEmbeddedLedger({ folder: folder.path, ...options })
  client = connectTestClient(ledger.rpcUrl, await readLedgerWallet(folder.path))
})
afterAll(async () => {
  await ledger.close()
  await folder.remove()
})

test('an address from a lookup table is paid, shown and indexed', async () => {
  const to = await newAddress()
  const table = await makeLookupTable([to, await newAddress()])
  const transaction = await until(async () => {
    const signed = await client.sign(0, [client.transfer(to, 3_000_000n)], { [table]: [to] })
    // The table can be used from the slot after the one it was extended in.
    return (
      (await client
        .sendAndConfirm(signed)
        .then(() => signed)
        .catch(() => null)) ?? null
    )
  })
  const signature = getSignatureFromTransaction(transaction)
  const seen = await client.rpc.getTransaction(signature, { encoding: 'json', ...LATEST }).send()
  expect(seen?.transaction.message.accountKeys).not.toContain(to)
  expect(seen?.meta?.loadedAddresses).toEqual({ writable: [to], readonly: [] })
  const index = seen?.transaction.message.accountKeys.length ?? -1
  expect(seen?.meta?.postBalances[index]).toBe(3_000_000n)
  const listed = await client.rpc.getSignaturesForAddress(to, { commitment: 'confirmed' }).send()
  expect(listed.map((row) => row.signature)).toContain(signature)
})

async function makeLookupTable(addresses: Address[]): Promise<Address> {
  const programAddress = address('AddressLookupTab1e1111111111111111111111111')
  const slot = await client.rpc.getSlot({ commitment: 'confirmed' }).send()
  const seeds = [getAddressEncoder().encode(client.donor.address), getU64Encoder().encode(slot)]
  const [table, bump] = await getProgramDerivedAddress({ programAddress, seeds })
  const accounts = [
    { address: table, role: AccountRole.WRITABLE },
    { address: client.donor.address, role: AccountRole.READONLY_SIGNER, signer: client.donor },
    { address: client.donor.address, role: AccountRole.WRITABLE_SIGNER, signer: client.donor },
    { address: address('11111111111111111111111111111111'), role: AccountRole.READONLY },
  ]
  const create = Uint8Array.from([0, 0, 0, 0, ...getU64Encoder().encode(slot), bump])
  const bytes = addresses.flatMap((each) => [...getAddressEncoder().encode(each)])
  const extend = Uint8Array.from([2, 0, 0, 0, addresses.length, 0, 0, 0, 0, 0, 0, 0, ...bytes])
  await client.sendAndConfirm(
    await client.sign(0, [
      { programAddress, accounts, data: create },
      { programAddress, accounts, data: extend },
    ]),
  )
  return table
}
