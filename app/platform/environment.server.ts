import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { decodeBase58 } from './base58.server.ts'
import { CannotStart } from './cannot-start.server.ts'
import { LOG_LEVELS, type LogLevel } from './logging.server.ts'

const SOLANA_NETWORKS = ['localnet', 'devnet', 'testnet', 'mainnet'] as const
type SolanaNetwork = (typeof SOLANA_NETWORKS)[number]

export const USUAL_RTMP_PORT = 1935

/** Where browsers get an NPC's stream, when not from us. */
type Playback = { npcId: string; kind: 'hls' | 'whep'; url: string }

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
  rateLimits: Record<
    'votes' | 'donations' | 'intents' | 'lookups' | 'transfers',
    { anAddress: number; aNetwork: number }
  >
  sessionsPerAddress: number
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
}

type Variables = Readonly<Record<string, string | undefined>>

export function readEnvironment(variables: Variables): Environment {
  const databaseUrl = read(variables, 'DATABASE_URL', postgresUrl, undefined)
  const solanaRpcUrls = read(variables, 'SOLANA_RPC_URL', httpUrls, [])
  const isLedgerEmbedded = solanaRpcUrls.length === 0
  const environment: Environment = {
    mode: variables.NODE_ENV === 'development' ? 'development' : 'production',
    host: read(variables, 'HOST', host, '127.0.0.1'),
    port: read(variables, 'PORT', port, 3000),
    publicUrl: read(
      variables,
      'PUBLIC_URL',
      origin,
      `http://localhost:${read(variables, 'PORT', port, 3000)}`,
    ),
    dataDir: resolve(read(variables, 'DATA_DIR', path, './data')),
    databaseUrl,
    solanaRpcUrls,
    solanaNetwork: read(
      variables,
      'SOLANA_NETWORK',
      solanaNetwork,
      isLedgerEmbedded ? 'localnet' : 'mainnet',
    ),
    donationAddress: read(variables, 'DONATION_ADDRESS', solanaAddress, undefined),
    weatherUrl: read(variables, 'WEATHER_URL', httpUrl, 'https://api.open-meteo.com/v1/forecast'),
    trustProxy: read(variables, 'TRUST_PROXY', networks, []),
    visitorSecret: read(variables, 'VISITOR_SECRET', secret, undefined),
    rateLimits: {
      votes: {
        anAddress: read(variables, 'VOTES_PER_MINUTE', count, 600),
        aNetwork: read(variables, 'NETWORK_VOTES_PER_MINUTE', count, 30_000),
      },
      donations: {
        anAddress: read(variables, 'DONATIONS_PER_MINUTE', count, 3_000),
        aNetwork: read(variables, 'NETWORK_DONATIONS_PER_MINUTE', count, 30_000),
      },
      intents: { anAddress: 120, aNetwork: 1_200 },
      lookups: { anAddress: 120, aNetwork: 1_200 },
      transfers: { anAddress: 60, aNetwork: 600 },
    },
    sessionsPerAddress: read(variables, 'SESSIONS_PER_ADDRESS', count, 100),
    rtmp: {
      host: read(variables, 'RTMP_HOST', host, '127.0.0.1'),
      port: read(variables, 'RTMP_PORT', portOrOff, undefined),
      tls: readRtmpTls(variables),
    },
    playbacks: read(variables, 'PLAYBACK_URLS', playbacks, []),
    streamHooks: {
      secret: read(variables, 'STREAM_HOOK_SECRET', secret, undefined),
      muxSecret: read(variables, 'MUX_WEBHOOK_SECRET', secret, undefined),
      cloudflareSecret: read(variables, 'CLOUDFLARE_WEBHOOK_SECRET', secret, undefined),
      inputs: read(variables, 'STREAM_INPUTS', streamInputs, new Map<string, string>()),
    },
    logLevel: read(variables, 'LOG_LEVEL', logLevel, 'info'),
  }
  if (!isLedgerEmbedded && environment.donationAddress === undefined)
    throw new CannotStart(`DONATION_ADDRESS is not set; with SOLANA_RPC_URL it takes ${solanaAddress.takes}`)
  if (databaseUrl !== undefined && environment.visitorSecret === undefined)
    throw new CannotStart(
      `VISITOR_SECRET is not set; with DATABASE_URL it takes ${secret.takes}, the same for every instance`,
    )
  return environment
}

function readRtmpTls(variables: Variables): Environment['rtmp']['tls'] {
  const tlsPort = read(variables, 'RTMPS_PORT', port, undefined)
  if (tlsPort === undefined) return undefined
  const certFile = read(variables, 'RTMPS_CERT_FILE', file, undefined)
  const keyFile = read(variables, 'RTMPS_KEY_FILE', file, undefined)
  if (certFile === undefined || keyFile === undefined)
    throw new CannotStart('with RTMPS_PORT go RTMPS_CERT_FILE and RTMPS_KEY_FILE, the paths of two PEM files')
  return { port: tlsPort, certFile, keyFile }
}

type Kind<T> = {
  takes: string
  parse(text: string): T | undefined
  mask?(text: string): string
}

/** An empty variable counts as unset: compose files and CI systems pass those on. */
function read<T, F>(variables: Variables, name: string, kind: Kind<T>, fallback: F): T | F {
  const text = variables[name]?.trim()
  if (text === undefined || text === '') return fallback
  const value = kind.parse(text)
  if (value !== undefined) return value
  throw new CannotStart(`${name} is "${kind.mask?.(text) ?? text}"; it takes ${kind.takes}`)
}

const port: Kind<number> = {
  takes: 'a whole number from 0 to 65535',
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined),
}

const portOrOff: Kind<number | 'off'> = {
  takes: `${port.takes}, or off`,
  parse: (text) => (text === 'off' ? 'off' : port.parse(text)),
}

const count: Kind<number> = {
  takes: 'a whole number from 1 to 999999999',
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
}

const host: Kind<string> = {
  takes: 'an IP address or a host name',
  parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
}

const path: Kind<string> = {
  // A library path cannot quote these, and the embedded database needs one.
  takes: 'the path of a folder, without : ; or $',
  parse: (text) => (/[\0:;$]/.test(text) ? undefined : text),
}

const file: Kind<string> = {
  takes: 'the path of a file',
  parse: (text) => (text.includes('\0') ? undefined : text),
}

const playbacks: Kind<Playback[]> = {
  takes: 'addresses like 1=hls:https://cdn.example.com/npc1.m3u8 or 2=whep:https://…, separated by commas',
  parse: (text) => parseEach(text, parsePlayback),
}

const postgresUrl: Kind<string> = {
  takes: 'an address like postgres://user:password@host:5432/database',
  parse: (text) => (hasProtocol(text, ['postgres:', 'postgresql:']) ? text : undefined),
  mask: (text) => maskUrl(text, true),
}

const httpUrl: Kind<string> = {
  takes: 'an http(s) address',
  parse: (text) => (hasProtocol(text, ['http:', 'https:']) ? text : undefined),
  mask: maskAfterHost,
}

const origin: Kind<string> = {
  takes: 'an http(s) address without a path, like https://example.com',
  parse: (text) =>
    hasProtocol(text, ['http:', 'https:']) && isBare(new URL(text)) ? new URL(text).origin : undefined,
  mask: maskAfterHost,
}

const httpUrls: Kind<string[]> = {
  takes: 'one or more http(s) addresses, separated by commas',
  parse: (text) => parseEach(text, httpUrl.parse),
  mask: (text) => text.split(',').map(maskAfterHost).join(','),
}

const networks: Kind<string[]> = {
  takes: 'IP addresses or networks like 10.0.0.0/8, separated by commas',
  parse: (text) => parseEach(text, parseNetwork),
}

const solanaNetwork: Kind<SolanaNetwork> = oneOf(SOLANA_NETWORKS)
const logLevel: Kind<LogLevel> = oneOf(LOG_LEVELS)

const solanaAddress: Kind<string> = {
  takes: 'a Solana address (32 bytes in base58)',
  parse: (text) => (decodeBase58(text)?.length === 32 ? text : undefined),
}

const secret: Kind<string> = {
  takes: 'a long random text',
  parse: (text) => text,
  mask: () => '***',
}

const streamInputs: Kind<Map<string, string>> = {
  takes: 'pairs like 1=<id of the live stream>, separated by commas',
  parse: (text) => {
    const pairs = parseEach(text, parseStreamInput)
    const inputs = new Map(pairs)
    return inputs.size === pairs?.length ? inputs : undefined
  },
}

function oneOf<const T extends string>(values: readonly T[]): Kind<T> {
  return { takes: `one of ${values.join(', ')}`, parse: (text) => values.find((value) => value === text) }
}

function parseEach<T>(text: string, parse: (part: string) => T | undefined): T[] | undefined {
  const parsed = text.split(',').map((part) => parse(part.trim()))
  return parsed.includes(undefined) ? undefined : (parsed as T[])
}

function parsePlayback(text: string): Playback | undefined {
  const [, npcId, kind, url = ''] = /^([1-9]\d{0,8})=(hls|whep):(.+)$/.exec(text) ?? []
  if (npcId === undefined || httpUrl.parse(url) === undefined) return undefined
  return { npcId, kind: kind === 'whep' ? 'whep' : 'hls', url }
}

function parseStreamInput(text: string): [input: string, npcId: string] | undefined {
  const [, npcId, input] = /^([1-9]\d{0,8})=([\w.:-]{1,200})$/.exec(text) ?? []
  return npcId && input ? [input, npcId] : undefined
}

function parseNetwork(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  if (prefix === undefined) return text
  const longest = version === 4 ? 32 : 128
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest ? text : undefined
}

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === ''
}

function hasProtocol(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.some((protocol) => text.startsWith(`${protocol}//`))
}

/** What may be shown of an address: never its user, password or query. What cannot be told apart is not shown. */
function maskUrl(text: string, showPath: boolean): string {
  if (/^[\w.-]+$/.test(text)) return text
  const [, scheme = ''] = /^([a-z+]+:\/\/)/i.exec(text) ?? []
  const url = scheme && URL.canParse(text) ? new URL(text) : undefined
  if (!url?.host) return `${scheme}***`
  const user = url.username || url.password ? '***@' : ''
  const rest = showPath ? url.pathname : url.pathname === '/' && !url.search ? '' : '/***'
  return `${scheme}${user}${url.host}${rest}`
}

/** RPC providers put their keys into the path. */
function maskAfterHost(text: string): string {
  return maskUrl(text.trim(), false)
}
