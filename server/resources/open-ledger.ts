import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLedgerProcess } from '../../app/platform/embedded-ledger/open-ledger-process.server.ts'
import { makeFolder, prepareDataFolder } from '../../app/platform/files/data-folder.server.ts'
import { lockFile } from '../../app/platform/files/file-lock.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../environment.ts'
import { type Keep, openTogether } from './open-together.ts'

type Ledger = { rpcUrl: string; ownAddress: string; isMissing?: true }

const NO_LEDGER = `no embedded ledger for ${process.platform}-${process.arch}; set SOLANA_RPC_URL`

const NEIGHBOUR_OPENS_WITHIN_MS = 20_000
const POLL_MS = 100

/** Where donations go and how they are verified: through the operator's RPC servers, or on an embedded test ledger. */
export async function openLedger(environment: Environment, log: Log) {
  const { solanaRpcUrls: rpcUrls, solanaNetwork: network, donationAddress, dataDir } = environment
  if (rpcUrls.length > 0) {
    const hosts = rpcUrls.map((url) => new URL(url).host).join(', ')
    const terms = { address: donationAddress ?? '', network }
    const description = `Solana ${network} at ${hosts}, receiving at ${terms.address}`
    return { rpcUrls, terms, description, close: async () => {} }
  }
  await prepareDataFolder(dataDir)
  const { rpcUrl, ownAddress, isMissing, close } = await openOrShareLedger(join(dataDir, 'ledger'), log)
  const terms = { address: donationAddress ?? ownAddress, network }
  const description = isMissing
    ? NO_LEDGER
    : `embedded test ledger at ${rpcUrl}, receiving at ${terms.address}`
  return { rpcUrls: [rpcUrl], terms, description, close }
}

/** Instances with the same DATA_DIR share the ledger of the first one. */
function openOrShareLedger(folder: string, log: Log): Promise<Ledger & { close(): Promise<void> }> {
  return openTogether(async (keep): Promise<Ledger> => {
    await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
      throw new CannotStart(`DATA_DIR cannot be written: ${folder} (${error.code})`)
    })
    const unlock = lockFile(join(folder, 'lock'))
    if (unlock === undefined) return findNeighbour(folder)
    keep({ close: unlock })
    const ledger = await openLedgerProcess(folder, log)
    return ledger ? keep(ledger) : openStandIn(folder, log, keep)
  })
}

/** Everything but donations works; those wait for a network that cannot be reached. */
async function openStandIn(folder: string, log: Log, keep: Keep): Promise<Ledger> {
  const { openLedgerStandIn } = await import('../../app/platform/embedded-ledger/ledger-stand-in.server.ts')
  const standIn = keep(await openLedgerStandIn(folder, log))
  return { ...standIn, isMissing: true }
}

async function findNeighbour(folder: string): Promise<Ledger> {
  for (let waited = 0; waited < NEIGHBOUR_OPENS_WITHIN_MS; waited += POLL_MS) {
    const [rpcUrl, ownAddress] = await Promise.all(
      ['rpc-url', 'own-address'].map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
    )
    if (rpcUrl && ownAddress) return { rpcUrl: rpcUrl.trim(), ownAddress: ownAddress.trim() }
    await sleep(POLL_MS)
  }
  throw new CannotStart(`the embedded ledger in ${folder} is held by another process that does not open it`)
}
