import { resolve } from 'node:path'
import { readDonationsSettings } from '../app/features/donations/settings.server.ts'
import { readLiveSettings } from '../app/features/live/settings.server.ts'
import { readPresenceSettings } from '../app/features/presence/settings.server.ts'
import { submissionsSettings } from '../app/features/submissions/settings.server.ts'
import { readVotesSettings } from '../app/features/votes/settings.server.ts'
import { readWeatherSettings } from '../app/features/weather/settings.server.ts'
import { LOG_LEVELS } from '../app/platform/logging/logging.server.ts'
import { readNotificationSettings } from '../app/platform/notifications/settings.server.ts'
import { listUnknownNames } from '../app/platform/settings/list-unknown-names.server.ts'
import {
  createSettingsReader,
  type SettingsReader,
  type Variables,
} from '../app/platform/settings/read-settings.server.ts'
import {
  count,
  folder,
  host,
  httpUrl,
  networks,
  oneOf,
  origin,
  port,
  postgresUrl,
  secret,
} from '../app/platform/settings/variable-types.server.ts'

const OUR_NAMES = {
  product: 'NPC Stream',
  /** Without LOG_, DATABASE_, MUX_ and the like, which other programs use, too. */
  prefix:
    /^(SOLANA|RTMPS?|DONATIONS?|VISITOR|VOTES?|WEATHER|TRUST_PROX|PLAYBACK|EMBED|STREAM|OPERATOR|NOTIFY|SESSIONS?_PER)_?/,
  /** A variable of our scripts, and variables that container systems set for a service named "stream". */
  foreign: /^STREAM_KEY$|_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP)/,
}

/** All settings; `warnings` are one line each and do not stop the start. */
export type Environment = ReturnType<typeof readEnvironment>

/** Reads every variable once and reports all problems together. */
export function readEnvironment(variables: Variables) {
  const settings = createSettingsReader(variables)
  const site = readSiteSettings(settings)
  const donations = readDonationsSettings(settings)
  const weather = readWeatherSettings(settings)
  const votes = readVotesSettings(settings)
  const presence = readPresenceSettings(settings)
  const live = readLiveSettings(settings)
  const unknown = listUnknownNames(variables, { ...OUR_NAMES, known: settings.names() })
  const weak = settings.finish(unknown)
  return {
    mode: variables.NODE_ENV === 'development' ? ('development' as const) : ('production' as const),
    ...site,
    ...donations,
    ...weather,
    ...presence,
    ...live,
    rateLimits: {
      ...donations.rateLimits,
      ...votes.rateLimits,
      ...presence.rateLimits,
      ...submissionsSettings.rateLimits,
    },
    warnings: [...unknown, ...weak],
  }
}

function readSiteSettings(settings: SettingsReader) {
  const { read } = settings
  const sitePort = read('PORT', port, 3000)
  return {
    port: sitePort,
    host: read('HOST', host, '127.0.0.1'),
    publicUrl: read('PUBLIC_URL', origin, `http://localhost:${sitePort}`),
    dataDir: resolve(read('DATA_DIR', folder, './data')),
    ...readDatabaseSettings(settings),
    trustProxy: read('TRUST_PROXY', networks, []),
    eventReadersPerAddress: read('EVENT_READERS_PER_ADDRESS', count, 100),
    metrics: {
      host: read('METRICS_HOST', host, '127.0.0.1'),
      /** Undefined: nobody reads metrics. */
      port: read('METRICS_PORT', port, undefined),
    },
    desk: {
      host: read('OPERATOR_HOST', host, '127.0.0.1'),
      /** Undefined: there is no desk. */
      port: read('OPERATOR_PORT', port, undefined),
      /** Undefined: under `localhost`. */
      url: read('OPERATOR_URL', origin, undefined),
    },
    notifications: readNotificationSettings(settings),
    /** Undefined: no traces. */
    otlpEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl, undefined),
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
  }
}

function readDatabaseSettings({ read, reject }: SettingsReader) {
  const databaseUrl = read('DATABASE_URL', postgresUrl, undefined)
  const visitorSecret = read('VISITOR_SECRET', secret, undefined)
  if (databaseUrl !== undefined && visitorSecret === undefined)
    reject(
      `VISITOR_SECRET is not set; with DATABASE_URL it takes ${secret.expected}, the same for every instance`,
    )
  return { databaseUrl, visitorSecret }
}
