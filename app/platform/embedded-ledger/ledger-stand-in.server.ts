import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../logging/logging.server.ts'
import type { EmbeddedLedger } from './embedded-ledger.server.ts'
import { LEDGER_FILE } from './ledger/ledger-file.server.ts'
import { genesisHashOf, ownAddressOf } from './ledger/ledger-identity.server.ts'
import { openLedgerStore } from './ledger/ledger-store.server.ts'
import { publish } from './publish-text.server.ts'
import { RpcError } from './rpc/rpc-error.server.ts'
import { startRpcServer } from './rpc/rpc-server.server.ts'

const OUT_OF_ORDER = [
  ...['getAccountInfo', 'getBalance', 'getBlockTime', 'getHealth', 'getLatestBlockhash', 'getSlot'],
  ...['getSignatureStatuses', 'getSignaturesForAddress', 'getTransaction', 'isBlockhashValid'],
  ...['requestAirdrop', 'sendTransaction', 'simulateTransaction'],
]

/** For platforms without Solana's runtime: a ledger with a genesis hash and an address, whose other methods fail. */
export async function openLedgerStandIn(folder: string, log: Log): Promise<EmbeddedLedger> {
  const store = openLedgerStore(join(folder, LEDGER_FILE))
  const genesisHash = genesisHashOf(store)
  const ownAddress = await ownAddressOf(store)
  store.close()
  const reject = () => {
    throw new RpcError('internal', 'This ledger has no runtime')
  }
  const methods = new Map(OUT_OF_ORDER.map((name): [string, () => unknown] => [name, reject]))
  methods.set('getGenesisHash', () => genesisHash)
  const server = await startRpcServer(methods, log, [0])
  const rpcUrl = `http://127.0.0.1:${server.port}`
  const urlFile = join(folder, 'rpc-url')
  await publish(join(folder, 'own-address'), ownAddress)
  await publish(urlFile, rpcUrl)
  return {
    rpcUrl,
    ownAddress,
    async close() {
      await rm(urlFile, { force: true })
      await server.close()
    },
  }
}
