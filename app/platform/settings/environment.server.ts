import { resolve } from 'node:path'
import { LOG_LEVELS, type LogLevel } from '../logging/logging.server.ts'
import type { RateLimit } from '../rate-limits/rate-limits.server.ts'
import {
  count,
  file,
  folder,
  host,
  httpUrl,
  httpUrls,
  networks,
  oneOf,
  origin,
  type Playback,
  playbacks,
  port,
  portOrOff,
  postgresUrl,
  secret,
  solanaAddress,
  streamInputs,
} from './kinds.server.ts'
import { listUnknownNames } from './list-unknown-names.server.ts'
import { createSettingsReader, type SettingsReader, type Variables } from './read-settings.server.ts'

const SOLANA_NETWORKS = ['localnet', 'devnet', 'testnet', 'mainnet'] as const
type SolanaNetwork = (typeof SOLANA_NETWORKS)[number]

export const USUAL_RTMP_PORT = 1935
const SAFE_SECRET_LENGTH = 32

/** What strangers may do so many times a minute. */
export type RateAction = 'votes' | 'donations' | 'intents' | 'lookups' | 'transfers' | 'presence'

export type Environment = {
  mode: 'production' | 'development'
  host: string
  port: number
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  solanaRpcUrls: string[]
  solanaNetwork: SolanaNetwork
  donationAddress: string | undefined
  weatherUrl: string
  trustProxy: string[]
  visitorSecret: string | undefined
  rateLimits: Record<RateAction, RateLimit>
  sessionsPerAddress: number
  eventReadersPerAddress: number
  rtmp: {
    host: string
    /** Undefined: the usual one, where it is free. Off: nothing is taken in without encryption. */
    port: number | 'off' | undefined
    tls: { port: number; certFile: string; keyFile: string } | undefined
  }
  playbacks: Playback[]
  streamHooks: {
    secret: string | undefined
    muxSecret: string | undefined
    cloudflareSecret: string | undefined
    /** Whose it is, by the id that a service gave a live stream. */
    inputs: ReadonlyMap<string, string>
  }
  logLevel: LogLevel
  /** What the operator should know of the settings, one line each; nothing that stops the start. */
  warnings: string[]
}

/** Reads every variable once; all that is wrong is reported together. */
export function readEnvironment(variables: Variables): Environment {
  const settings = createSettingsReader(variables)
  const { read } = settings
  const sitePort = read('PORT', port, 3000)
  const environment = {
    mode: variables.NODE_ENV === 'development' ? ('development' as const) : ('production' as const),
    host: read('HOST', host, '127.0.0.1'),
    port: sitePort,
    publicUrl: read('PUBLIC_URL', origin, `http://localhost:${sitePort}`),
    dataDir: resolve(read('DATA_DIR', folder, './data')),
    ...readDatabase(settings),
    ...readSolana(settings),
    weatherUrl: read('WEATHER_URL', httpUrl, 'https://api.open-meteo.com/v1/forecast'),
    trustProxy: read('TRUST_PROXY', networks, []),
    rateLimits: {
      votes: {
        ...readLimit(settings, 'VOTES_PER_MINUTE', 600, 3_000),
        anIpv6Network: read('NETWORK_VOTES_PER_MINUTE', count, 600),
      },
      donations: readLimit(settings, 'DONATIONS_PER_MINUTE', 3_000, 30_000),
      intents: { perAddress: 120, perNetwork: 1_200 },
      lookups: { perAddress: 120, perNetwork: 1_200 },
      transfers: { perAddress: 60, perNetwork: 600 },
      presence: { perAddress: 600, perNetwork: 12_000 },
    },
    sessionsPerAddress: read('SESSIONS_PER_ADDRESS', count, 100),
    eventReadersPerAddress: read('EVENT_READERS_PER_ADDRESS', count, 100),
    rtmp: {
      host: read('RTMP_HOST', host, '127.0.0.1'),
      port: read('RTMP_PORT', portOrOff, undefined),
      tls: readRtmpTls(settings),
    },
    playbacks: read('PLAYBACK_URLS', playbacks, []),
    streamHooks: {
      secret: read('STREAM_HOOK_SECRET', secret, undefined),
      muxSecret: read('MUX_WEBHOOK_SECRET', secret, undefined),
      cloudflareSecret: read('CLOUDFLARE_WEBHOOK_SECRET', secret, undefined),
      inputs: read('STREAM_INPUTS', streamInputs, new Map<string, string>()),
    },
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS), 'info'),
  }
  const unknown = listUnknownNames(variables, settings.names())
  settings.finish(unknown)
  const { visitorSecret, streamHooks } = environment
  const weak = listWeakSecrets({
    VISITOR_SECRET: visitorSecret,
    STREAM_HOOK_SECRET: streamHooks.secret,
    MUX_WEBHOOK_SECRET: streamHooks.muxSecret,
    CLOUDFLARE_WEBHOOK_SECRET: streamHooks.cloudflareSecret,
  })
  return { ...environment, warnings: [...unknown, ...weak] }
}

function readDatabase({ read, reject }: SettingsReader) {
  const databaseUrl = read('DATABASE_URL', postgresUrl, undefined)
  const visitorSecret = read('VISITOR_SECRET', secret, undefined)
  if (databaseUrl !== undefined && visitorSecret === undefined)
    reject(
      `VISITOR_SECRET is not set; with DATABASE_URL it takes ${secret.takes}, the same for every instance`,
    )
  return { databaseUrl, visitorSecret }
}

function readSolana({ read, reject }: SettingsReader) {
  const solanaRpcUrls = read('SOLANA_RPC_URL', httpUrls, [])
  const isEmbedded = solanaRpcUrls.length === 0
  const solanaNetwork = read('SOLANA_NETWORK', oneOf(SOLANA_NETWORKS), isEmbedded ? 'localnet' : 'mainnet')
  const donationAddress = read('DONATION_ADDRESS', solanaAddress, undefined)
  if (!isEmbedded && donationAddress === undefined)
    reject(`DONATION_ADDRESS is not set; with SOLANA_RPC_URL it takes ${solanaAddress.takes}`)
  return { solanaRpcUrls, solanaNetwork, donationAddress }
}

function readLimit({ read }: SettingsReader, name: string, perAddress: number, perNetwork: number) {
  return { perAddress: read(name, count, perAddress), perNetwork: read(`NETWORK_${name}`, count, perNetwork) }
}

function readRtmpTls({ read, reject }: SettingsReader): Environment['rtmp']['tls'] {
  const tlsPort = read('RTMPS_PORT', port, undefined)
  const certFile = read('RTMPS_CERT_FILE', file, undefined)
  const keyFile = read('RTMPS_KEY_FILE', file, undefined)
  if (tlsPort === undefined) return undefined
  if (certFile !== undefined && keyFile !== undefined) return { port: tlsPort, certFile, keyFile }
  reject('with RTMPS_PORT go RTMPS_CERT_FILE and RTMPS_KEY_FILE, the paths of two PEM files')
  return undefined
}

function listWeakSecrets(secrets: Record<string, string | undefined>): string[] {
  return Object.entries(secrets).flatMap(([name, text]) =>
    text !== undefined && text.length < SAFE_SECRET_LENGTH
      ? [
          `${name} has ${text.length} characters and can be guessed; take ${SAFE_SECRET_LENGTH} random ones or more`,
        ]
      : [],
  )
}
