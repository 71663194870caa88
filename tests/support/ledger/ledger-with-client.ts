import { openEmbeddedLedger } from '../../../app/platform/embedded-ledger/embedded-ledger.server.ts'
import { readLedgerWallet } from '../../../app/platform/embedded-ledger/ledger/ledger-wallet.server.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../database/test-database.ts'
import { connectTestClient } from './ledger-client.ts'

export type LedgerWithClient = Awaited<ReturnType<typeof openLedgerWithClient>>

/** An embedded ledger with quick slots, and a client that spends from its wallet. */
export async function openLedgerWithClient(port = 0) {
  const folder = await temporaryFolder()
  const ledger = await openEmbeddedLedger({ folder: folder.path, log: silentLog, slotMs: 25, port })
  return {
    rpcUrl: ledger.rpcUrl,
    client: connectTestClient(ledger.rpcUrl, await readLedgerWallet(folder.path)),
    async close() {
      await ledger.close()
      await folder.remove()
    },
  }
}
