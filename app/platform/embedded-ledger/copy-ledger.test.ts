import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { copyLedger } from './copy-ledger.server.ts'
import { openEmbeddedLedger } from './embedded-ledger.server.ts'
import { readLedgerWallet } from './ledger/ledger-wallet.server.ts'

test('a copy of a running ledger opens as the same ledger', async () => {
  const [home, copy] = await Promise.all([temporaryFolder(), temporaryFolder()])
  const ledger = await openEmbeddedLedger({ folder: home.path, log: silentLog, port: 0 })
  await copyLedger(home.path, copy.path)
  const again = await openEmbeddedLedger({ folder: copy.path, log: silentLog, port: 0 })
  expect(again.ownAddress).toBe(ledger.ownAddress)
  expect((await readLedgerWallet(copy.path)).address).toBe((await readLedgerWallet(home.path)).address)
  await Promise.all([ledger.close(), again.close()])
  await Promise.all([home.remove(), copy.remove()])
})
