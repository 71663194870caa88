import type { Chain } from '../../../app/features/donations/chain/solana-api.server.ts'
import { keepDonationLists } from '../../../app/features/donations/donation-lists.server.ts'
import { openIngest } from '../../../app/features/live/ingest/ingest.server.ts'
import { defaultSite } from '../../../app/features/site-details/keep-site-details.server.ts'
import { guessFromMonth } from '../../../app/features/weather/judge-forecast.server.ts'
import { systemClock } from '../../../app/platform/clock.ts'
import { openDatabase } from '../../../app/platform/database/database.server.ts'
import type { Changes } from '../../../app/platform/database/watch-changes.server.ts'
import type { Resources } from '../../../app/resources.ts'
import { readEnvironment } from '../../../server/environment.ts'
import { silentLog } from '../database/test-database.ts'
import { noLimits } from './no-limits.ts'
import { VISITOR_SECRET } from './site-variables.ts'

export const noChanges: Changes = {
  touch: () => {},
  subscribe: () => () => {},
  version: () => 0,
  isListening: () => false,
  close: async () => {},
}

export const noChain: Chain = {
  terms: { address: '11111111111111111111111111111111', network: 'localnet' },
  rpcNames: [],
  rpcHealth: () => [],
  longestCheckMs: 0,
  callsLeft: () => 0,
  getBalance: async () => undefined,
  findTransaction: async () => ({ at: 'unavailable' }),
  findWitnesses: async () => undefined,
  listSignatures: async () => undefined,
  latestBlockhash: async () => undefined,
  send: async () => undefined,
}

function unreachable() {
  return openDatabase('postgres://nobody@127.0.0.1:1/none', silentLog)
}

/** The resources of a site without a database and with fixed weather, except for those given. */
export function resourcesWith(given: Partial<Resources>): Resources {
  const { db = unreachable(), changes = noChanges } = given
  const account = { id: 1, genesisHash: 'of a test', address: noChain.terms.address }
  return {
    db,
    changes,
    clock: systemClock,
    log: silentLog,
    hasDesk: false,
    notificationChannels: [],
    siteDetails: defaultSite,
    publicUrl: 'https://npc.example',
    visitorSecret: VISITOR_SECRET,
    presence: { see: () => 1, online: () => 1, close: () => {} },
    weather: { current: async () => guessFromMonth(1), latest: () => guessFromMonth(1) },
    chain: noChain,
    account,
    donations: keepDonationLists({ db, account, changes, clock: systemClock }),
    events: { lastId: () => 0n, join: async () => () => {}, close: () => {} },
    rateLimits: noLimits,
    ingest: openIngest({ db: unreachable(), changes: noChanges, clock: systemClock, log: silentLog }),
    ingestServers: ['rtmp://localhost:1935/live'],
    playbacks: [],
    embedOrigins: [],
    streamHooks: readEnvironment({}).streamHooks,
    ...given,
  }
}
