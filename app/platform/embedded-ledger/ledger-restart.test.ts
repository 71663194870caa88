import { createSolanaRpc, lamports } from '@solana/kit'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { newAddress } from '../../../tests/support/ledger/ledger-client.ts'
import { until } from '../../../tests/support/until.ts'
import { openEmbeddedLedger } from './embedded-ledger.server.ts'
import { readLedgerWallet } from './ledger/ledger-wallet.server.ts'

const LATEST = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const
const open = (folder: string) => openEmbeddedLedger({ folder, log: silentLog, slotMs: 25, port: 0 })

test('acknowledged transactions survive a restart, and slots only grow', async () => {
  const home = await temporaryFolder()
  const first = await open(home.path)
  const before = createSolanaRpc(first.rpcUrl)
  const to = await newAddress()
  const signature = await before.requestAirdrop(to, lamports(3_000_000_000n)).send()
  const { value: balance } = await before.getBalance(to, { commitment: 'processed' }).send()
  const genesis = await before.getGenesisHash().send()
  const { value: oldHash } = await before.getLatestBlockhash().send()
  const slot = await before.getSlot({ commitment: 'processed' }).send()
  await first.close()

  const second = await open(home.path)
  const after = createSolanaRpc(second.rpcUrl)
  expect(second.ownAddress).toBe(first.ownAddress)
  expect(await after.getGenesisHash().send()).toBe(genesis)
  expect(await after.getSlot({ commitment: 'processed' }).send()).toBeGreaterThan(slot)
  expect((await after.getBalance(to).send()).value).toBe(balance)
  expect((await after.isBlockhashValid(oldHash.blockhash).send()).value).toBe(false)
  const seen = await until(() => after.getTransaction(signature, { encoding: 'base64', ...LATEST }).send())
  expect(seen.meta?.postBalances).toContain(3_000_000_000n)
  const wallet = await readLedgerWallet(home.path)
  expect((await after.getBalance(wallet.address).send()).value).toBe(1_000_000_000_000n)
  await second.close()
  await home.remove()
})

test('a second ledger on the same folder is rejected', async () => {
  const home = await temporaryFolder()
  const ledger = await open(home.path)
  await expect(open(home.path)).rejects.toThrow('in use by another process')
  await ledger.close()
  await home.remove()
})
