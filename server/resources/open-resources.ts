import { setTimeout as sleep } from 'node:timers/promises'
import { keepAdopting } from '../../app/features/donations/accounts/adopt-legacy-payments.server.ts'
import { openAccount } from '../../app/features/donations/accounts/open-account.server.ts'
import { openChain } from '../../app/features/donations/chain/solana-api.server.ts'
import { keepDonationLists } from '../../app/features/donations/donation-lists.server.ts'
import {
  collectChain,
  collectDonations,
  collectPaymentQueue,
} from '../../app/features/donations/donation-metrics.server.ts'
import { startPaymentQueue } from '../../app/features/donations/payments/payment-queue.server.ts'
import {
  type AddressWatcher,
  watchAddress,
} from '../../app/features/donations/watching/watch-address.server.ts'
import { ingestAddresses } from '../../app/features/live/ingest/ingest-addresses.server.ts'
import { collectLive, collectStreams } from '../../app/features/live/live-metrics.server.ts'
import { keepCheckingPlaybacks } from '../../app/features/live/playbacks/check-playbacks.server.ts'
import { keepExpiringStreams } from '../../app/features/live/state/expire-streams.server.ts'
import { announceNpcs } from '../../app/features/npcs/announce-npcs.server.ts'
import { collectNpcs } from '../../app/features/npcs/npcs-metrics.server.ts'
import { openPresence } from '../../app/features/presence/presence.server.ts'
import { keepSiteDetails } from '../../app/features/site-details/keep-site-details.server.ts'
import { askForecast } from '../../app/features/weather/forecast-service.server.ts'
import { openWeatherStation } from '../../app/features/weather/weather-station.server.ts'
import { monotonicClock, systemClock } from '../../app/platform/clock.ts'
import {
  assertReachable,
  type Db,
  describeError,
  openDatabase,
} from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrate.server.ts'
import { watchChanges } from '../../app/platform/database/watch-changes.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { openEventHub } from '../../app/platform/events/event-hub.server.ts'
import { openDataFolder } from '../../app/platform/files/data-folder.server.ts'
import { logIfSlow } from '../../app/platform/logging/log-if-slow.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { type Collector, gauge } from '../../app/platform/metrics/metrics.server.ts'
import { channelsOf } from '../../app/platform/notifications/settings.server.ts'
import { openRateLimits } from '../../app/platform/rate-limits/rate-limits.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { Environment } from '../environment.ts'
import { collectDatabase, collectDisk, collectPool } from '../metrics/collect-storage.ts'
import { startRetention } from '../retention.ts'
import { MIGRATIONS } from './migrations-folder.ts'
import { openLedger } from './open-ledger.ts'
import { openRtmpServers } from './open-rtmp.ts'
import { type Keep, openTogether } from './open-together.ts'

const MAX_LAST_QUERY_MS = 2_000

type Foundation = Pick<Resources, 'db' | 'changes' | 'clock' | 'log'>

export function openResources(environment: Environment, log: Log) {
  return openTogether(async (keep) => {
    const { publicUrl, playbacks, embedOrigins, streamHooks } = environment
    const { sessionsPerAddress, rateLimits: limits } = environment
    const database = keep(await openDatabaseServer(environment, log))
    const { visitorSecret } = database
    const foundation = openFoundation(database.url, log, keep)
    const { db, clock, changes } = foundation
    keep(startRetention({ db, log }))
    const siteDetails = keep(await keepSiteDetails(foundation))
    const ask = () => askForecast(environment.weatherUrl)
    const weather = openWeatherStation({ ask, clock, log, onNews: changes.touch })
    const events = keep(await openEventHub({ db, changes, log }))
    const ledger = keep(await openLedger(environment, log))
    const { watcher, ...donations } = await openDonations(foundation, ledger, keep)
    keep(announceNpcs({ db, changes, log }))
    const presence = keep(openPresence({ db, clock: monotonicClock, log, maxPerAddress: sessionsPerAddress }))
    const rateLimits = keep(openRateLimits({ db, clock, log, secret: visitorSecret, limits }))
    keep(keepExpiringStreams({ db, log }))
    keep(keepCheckingPlaybacks({ db, clock, log, playbacks }))
    const live = await openRtmpServers(environment, { db, changes, clock, log, keep })
    const hasDesk = environment.desk.port !== undefined
    const notificationChannels = channelsOf(environment.notifications)
    // An instance without an ingest names the usual address: that of another instance on its machine.
    const { rtmp, rtmps } = live.addresses
    const ingestServers = ingestAddresses(environment, (rtmp ?? rtmps) ? live.addresses : undefined)
    const desk = { hasDesk, notificationChannels, ingestServers }
    const settings = { ...desk, publicUrl, visitorSecret, playbacks, embedOrigins, streamHooks }
    const opened = { siteDetails, presence, weather, events, rateLimits, ingest: live.ingest }
    const resources: Resources = { ...foundation, ...donations, ...settings, ...opened }
    return {
      resources,
      /** One line each, for the operator. */
      descriptions: { database: database.description, ledger: ledger.description, ingest: live.description },
      ingestAddresses: live.addresses,
      collectors: collectorsOf(resources, watcher, environment.dataDir),
    }
  })
}

/** What the resources can say about themselves, by the name of the part. */
function collectorsOf(
  resources: Resources,
  watcher: AddressWatcher,
  dataDir: string,
): Record<string, Collector> {
  const { db, presence } = resources
  return {
    pool: () => collectPool(db),
    database: () => collectDatabase(db),
    disk: () => collectDisk(dataDir),
    npcs: () => collectNpcs(resources),
    presence: () => [
      gauge('npc_stream_visitors_online', 'Visitors online at all instances.', presence.online()),
    ],
    live: () => collectLive(resources),
    streams: () => collectStreams(resources),
    donations: () => collectDonations(resources),
    payments: () => collectPaymentQueue(resources),
    chain: () => collectChain({ ...resources, watcher }),
  }
}

function openFoundation(databaseUrl: string, log: Log, keep: Keep): Foundation {
  const db = openDatabase(databaseUrl, log)
  // A running statement may outlast the shutdown; its connection then ends with the process.
  keep({ close: () => Promise.race([db.end(), sleep(MAX_LAST_QUERY_MS, undefined, { ref: false })]) })
  return { db, changes: keep(watchChanges(databaseUrl, log)), clock: systemClock, log }
}

async function openDonations(
  { db, changes, clock, log }: Foundation,
  ledger: Awaited<ReturnType<typeof openLedger>>,
  keep: Keep,
): Promise<Pick<Resources, 'account' | 'chain' | 'donations'> & { watcher: AddressWatcher }> {
  const account = await openAccount({ ...ledger, db, log })
  const chain = openChain({ ...ledger, genesisHash: account.genesisHash, clock: monotonicClock, log })
  const donations = keep(keepDonationLists({ db, account, changes, clock }))
  keep(startPaymentQueue({ db, chain, account, clock, log }))
  const watcher = keep(watchAddress({ db, chain, account, clock, log }))
  keep(keepAdopting({ db, chain, account, log }))
  return { account, chain, donations, watcher }
}

async function openDatabaseServer(environment: Environment, log: Log) {
  const { databaseUrl, visitorSecret } = environment
  if (databaseUrl === undefined) return openEmbeddedDatabase(environment, log)
  const { host, pathname } = new URL(databaseUrl)
  const description = `PostgreSQL of DATABASE_URL (${decodeURIComponent(host)}${pathname})`
  await migrateDatabase(databaseUrl, description, log)
  return { url: databaseUrl, description, visitorSecret: visitorSecret ?? '', close: async () => {} }
}

function openEmbeddedDatabase({ dataDir, visitorSecret }: Environment, log: Log) {
  return openTogether(async (keep) => {
    const folder = keep(await openDataFolder(dataDir))
    const postgres = keep(await startEmbeddedPostgres(folder, log))
    const description = `embedded PostgreSQL in ${postgres.folder}`
    await migrateDatabase(postgres.url, description, log, postgres.admitSite)
    return {
      url: postgres.siteUrl,
      description,
      visitorSecret: visitorSecret ?? (await folder.secret('visitor-secret')),
    }
  })
}

/** Runs as the owner of the tables; everything else only reads and writes rows. */
async function migrateDatabase(
  url: string,
  description: string,
  log: Log,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const owner = openDatabase(url, log)
  try {
    await assertReachable(owner, description)
    await logIfSlow(log, 'the migrations of the database', migrate(owner, MIGRATIONS))
    await finish(owner)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`the ${description} cannot be brought up to date: ${describeError(error)}`)
  } finally {
    await owner.end()
  }
}
