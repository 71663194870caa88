import type { ReceivingAccount } from './features/donations/accounts/receiving-accounts-store.server.ts'
import type { Chain } from './features/donations/chain/solana-api.server.ts'
import type { DonationLists } from './features/donations/donation-lists.server.ts'
import type { DonationsSettings } from './features/donations/settings.server.ts'
import type { Language } from './features/i18n/contract.ts'
import type { NpcPlayback } from './features/live/contract.ts'
import type { Ingest } from './features/live/ingest/ingest.server.ts'
import type { StreamHooks } from './features/live/settings.server.ts'
import type { Presence } from './features/presence/presence.server.ts'
import type { PresenceSettings } from './features/presence/settings.server.ts'
import type { KeptSite } from './features/site-details/keep-site-details.server.ts'
import type { SubmissionsSettings } from './features/submissions/settings.server.ts'
import type { VotesSettings } from './features/votes/settings.server.ts'
import type { WeatherStation } from './features/weather/weather-station.server.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database/database.server.ts'
import type { Changes } from './platform/database/watch-changes.server.ts'
import type { EventHub } from './platform/events/event-hub.server.ts'
import type { Log } from './platform/logging/logging.server.ts'
import type { NotificationChannel } from './platform/notifications/settings.server.ts'
import type { RateLimits } from './platform/rate-limits/rate-limits.server.ts'

/** What each visitor may do a limited number of times per minute. */
type RateAction = keyof (DonationsSettings &
  PresenceSettings &
  SubmissionsSettings &
  VotesSettings)['rateLimits']

/** What the process opens once and requests share. */
export type Resources = {
  db: Db
  changes: Changes
  clock: Clock
  log: Log
  /** The operators have a desk: what the spec keeps fixed is theirs to change. */
  hasDesk: boolean
  /** How the operators hear of what visitors submit. */
  notificationChannels: NotificationChannel[]
  /** Name, social address, company, ad price and monthly views. */
  siteDetails: KeptSite
  /** The site's public address. */
  publicUrl: string
  /** Key for hashing visitors' addresses. */
  visitorSecret: string
  presence: Presence
  weather: WeatherStation
  chain: Chain
  /** Where donations go. */
  account: ReceivingAccount
  donations: DonationLists
  events: EventHub
  rateLimits: RateLimits<RateAction>
  ingest: Ingest
  /** Where encoders send to; none if the site takes no streams by RTMP. */
  ingestServers: string[]
  /** Streams that browsers fetch from elsewhere. */
  playbacks: NpcPlayback[]
  /** Sites that may show the stream in their own pages. */
  embedOrigins: string[]
  streamHooks: StreamHooks
}

/** How one page is being rendered. */
export type Rendering = {
  language: Language
  /** Reads from the database. Undefined if that fails, or if the page must not wait; it is then incomplete. */
  read<T>(query: () => Promise<T>): Promise<T | undefined>
}

/** What the server needs to know about a page. */
export type PageHandle = { usesCamera?: boolean; isUnlisted?: boolean; isEmbeddable?: boolean }
