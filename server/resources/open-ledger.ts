import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLedgerProcess } from '../../app/platform/embedded-ledger/open-ledger-process.server.ts'
import { makeFolder, prepareDataFolder } from '../../app/platform/files/data-folder.server.ts'
import { lockFile } from '../../app/platform/files/file-lock.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../environment.ts'

type Ledger = { rpcUrl: string; ownAddress: string; isMissing?: true }
type Closers = (() => unknown)[]

const NO_LEDGER = `no embedded ledger for ${process.platform}-${process.arch}; set SOLANA_RPC_URL`

const NEIGHBOUR_OPENS_WITHIN_MS = 20_000
const POLL_MS = 100

/** Where donations go and who is asked about them: the operator's RPC addresses, or a test ledger of our own. */
export async function openLedger(environment: Environment, log: Log, closers: Closers) {
  const { solanaRpcUrls: rpcUrls, solanaNetwork: network, donationAddress, dataDir } = environment
  if (rpcUrls.length > 0) {
    const hosts = rpcUrls.map((url) => new URL(url).host).join(', ')
    const terms = { address: donationAddress ?? '', network }
    return { rpcUrls, terms, description: `Solana ${network} at ${hosts}, receiving at ${terms.address}` }
  }
  await prepareDataFolder(dataDir)
  const folder = join(dataDir, 'ledger')
  const ledger = await openOrShareLedger(folder, log, closers)
  const terms = { address: donationAddress ?? ledger.ownAddress, network }
  if (ledger.isMissing) return { rpcUrls: [ledger.rpcUrl], terms, description: NO_LEDGER }
  return {
    rpcUrls: [ledger.rpcUrl],
    terms,
    description: `embedded test ledger at ${ledger.rpcUrl}, receiving at ${terms.address}`,
  }
}

/** Instances on one machine with one DATA_DIR share the ledger of the one that came first. */
async function openOrShareLedger(folder: string, log: Log, closers: Closers): Promise<Ledger> {
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`DATA_DIR cannot be written: ${folder} (${error.code})`)
  })
  const unlock = lockFile(join(folder, 'lock'))
  if (unlock === undefined) return findNeighbour(folder)
  closers.push(unlock)
  const ledger = await openLedgerProcess({ folder, log })
  if (ledger === undefined) return openStandIn(folder, log, closers)
  closers.push(() => ledger.close())
  return ledger
}

/** Everything but donations works; those wait for a network that cannot be reached. */
async function openStandIn(folder: string, log: Log, closers: Closers): Promise<Ledger> {
  const { openLedgerStandIn } = await import('../../app/platform/embedded-ledger/ledger-stand-in.server.ts')
  const standIn = await openLedgerStandIn({ folder, log })
  closers.push(() => standIn.close())
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
