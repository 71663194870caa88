import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keepAdopting } from '../../app/features/donations/accounts/adopt-legacy-payments.server.ts'
import { openAccount } from '../../app/features/donations/accounts/open-account.server.ts'
import { openChain } from '../../app/features/donations/chain/solana-api.server.ts'
import { keepDonationLists } from '../../app/features/donations/donation-lists.server.ts'
import { startPaymentQueue } from '../../app/features/donations/payments/payment-queue.server.ts'
import { watchAddress } from '../../app/features/donations/watching/watch-address.server.ts'
import { keepCheckingPlaybacks } from '../../app/features/live/playbacks/check-playbacks.server.ts'
import { keepAgeingStreams } from '../../app/features/live/state/expire-streams.server.ts'
import { announceNpcs } from '../../app/features/npcs/announce-npcs.server.ts'
import { openPresence } from '../../app/features/presence/presence.server.ts'
import { askForecast } from '../../app/features/weather/forecast-service.server.ts'
import { openWeatherStation } from '../../app/features/weather/weather-station.server.ts'
import { systemClock } from '../../app/platform/clock.ts'
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
import { type DataFolder, openDataFolder } from '../../app/platform/files/data-folder.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { openRateLimits } from '../../app/platform/rate-limits/rate-limits.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { Environment } from '../environment.ts'
import { startRetention } from '../retention.ts'
import { openLedger } from './open-ledger.ts'
import { openLiveIngest } from './open-rtmp.ts'

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const QUERIES_MAY_TAKE_MS = 2_000

export type OpenResources = {
  resources: Resources
  database: string
  ledger: string
  ingest: string
  ingestAddresses: { rtmp: string | null; rtmps: string | null }
  close(): Promise<void>
}

/** Opens everything in order; what was opened last is closed first, also when a later one fails. */
export async function openResources(environment: Environment, log: Log): Promise<OpenResources> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    const { url, description, visitorSecret } = await openServer(environment, log, closers)
    const db = openDatabase(url, log)
    // A statement under way may outlast our time to stop; the process ends its connection then.
    closers.push(() => Promise.race([db.end(), sleep(QUERIES_MAY_TAKE_MS, undefined, { ref: false })]))
    const retention = startRetention({ db, log })
    closers.push(() => retention.close())
    const changes = watchChanges(url, log)
    closers.push(() => changes.close())
    const clock = systemClock
    const weather = openWeatherStation({
      ask: () => askForecast(environment.weatherUrl),
      clock,
      log,
      onNews: changes.touch,
    })
    const ledger = await openLedger(environment, log, closers)
    const account = await openAccount({ ...ledger, db, log })
    const chain = openChain({ ...ledger, genesisHash: account.genesisHash, clock, log })
    const donations = keepDonationLists({ db, account, changes, clock })
    closers.push(() => donations.close())
    const events = await openEventHub({ db, changes, log })
    closers.push(() => events.close())
    const queue = startPaymentQueue({ db, chain, account, clock, log })
    closers.push(() => queue.close())
    const watcher = watchAddress({ db, chain, account, clock, log })
    closers.push(() => watcher.close())
    const adopting = keepAdopting({ db, chain, account, log })
    closers.push(() => adopting.close())
    const { publicUrl, streamHooks } = environment
    const announcer = announceNpcs({ db, changes, log })
    closers.push(() => announcer.close())
    const presence = openPresence({ db, clock, log, maxPerAddress: environment.sessionsPerAddress })
    closers.push(() => presence.close())
    const rateLimits = openRateLimits({
      db,
      clock,
      log,
      secret: visitorSecret,
      limits: environment.rateLimits,
    })
    closers.push(() => rateLimits.close())
    const ageing = keepAgeingStreams({ db, log })
    closers.push(() => ageing.close())
    const checking = keepCheckingPlaybacks({ db, clock, log, playbacks: environment.playbacks })
    closers.push(() => checking.close())
    const live = await openLiveIngest(environment, { db, clock, log, closers })
    const resources = {
      db,
      changes,
      clock,
      log,
      publicUrl,
      visitorSecret,
      presence,
      weather,
      chain,
      account,
      donations,
      events,
      rateLimits,
      ingest: live.ingest,
      playbacks: environment.playbacks,
      streamHooks,
    }
    return {
      resources,
      database: description,
      ledger: ledger.description,
      ingest: live.description,
      ingestAddresses: live.addresses,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openServer(environment: Environment, log: Log, closers: (() => unknown)[]) {
  const { databaseUrl, visitorSecret } = environment
  if (databaseUrl !== undefined) {
    const { host, pathname } = new URL(databaseUrl)
    const description = `PostgreSQL of DATABASE_URL (${decodeURIComponent(host)}${pathname})`
    await bringUpToDate(databaseUrl, description, log)
    return { url: databaseUrl, description, visitorSecret: visitorSecret ?? '' }
  }
  const folder: DataFolder = await openDataFolder(environment.dataDir)
  closers.push(() => folder.close())
  const postgres = await startEmbeddedPostgres(folder, log)
  closers.push(() => postgres.close())
  const description = `embedded PostgreSQL in ${postgres.folder}`
  await bringUpToDate(postgres.url, description, log, postgres.admitSite)
  return {
    url: postgres.siteUrl,
    description,
    visitorSecret: visitorSecret ?? (await folder.secret('visitor-secret')),
  }
}

/** By the owner of the tables; what follows needs no more than to read and write rows. */
async function bringUpToDate(
  url: string,
  description: string,
  log: Log,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const owner = openDatabase(url, log)
  try {
    await assertReachable(owner, description)
    await migrate(owner, MIGRATIONS)
    await finish(owner)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`the ${description} cannot be brought up to date: ${describeError(error)}`)
  } finally {
    await owner.end()
  }
}
