import { expect, test } from 'vitest'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { readEnvironment } from './environment.ts'

const ADDRESS = 'So11111111111111111111111111111111111111112'

test('an empty environment gives the documented defaults', () => {
  expect(readEnvironment({})).toMatchObject({
    mode: 'production',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    solanaRpcUrls: [],
    solanaNetwork: 'localnet',
    donationAddress: undefined,
    weatherUrl: 'https://api.open-meteo.com/v1/forecast',
    trustProxy: [],
    visitorSecret: undefined,
    rateLimits: {
      votes: { perAddress: 600, perNetwork: 3_000, perIpv6Network: 600 },
      donations: { perAddress: 3_000, perNetwork: 30_000 },
    },
    sessionsPerAddress: 100,
    eventReadersPerAddress: 100,
    rtmp: { host: '127.0.0.1', port: undefined, tls: undefined },
    playbacks: [],
    embedOrigins: [],
    streamHooks: { secret: undefined, muxSecret: undefined, cloudflareSecret: undefined, inputs: new Map() },
    metrics: { host: '127.0.0.1', port: undefined },
    notifications: { webhookUrl: undefined, email: undefined },
    otlpEndpoint: undefined,
    logLevel: 'info',
  })
})

test('an empty variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  })
})

test('every variable is read', () => {
  expect(
    readEnvironment({
      HOST: '::',
      PORT: '8080',
      DATA_DIR: '/var/lib/npc',
      DATABASE_URL: 'postgresql://site:pw@db:5432/npc',
      SOLANA_RPC_URL: 'https://a.example, https://b.example/key',
      SOLANA_NETWORK: 'devnet',
      DONATION_ADDRESS: ADDRESS,
      WEATHER_URL: 'http://127.0.0.1:9/forecast',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
      VISITOR_SECRET: 'a secret of some length',
      VOTES_PER_MINUTE: '10',
      NETWORK_VOTES_PER_MINUTE: '20',
      EVENT_READERS_PER_ADDRESS: '7',
      DONATIONS_PER_MINUTE: '30',
      NETWORK_DONATIONS_PER_MINUTE: '40',
      SESSIONS_PER_ADDRESS: '50',
      RTMP_HOST: '0.0.0.0',
      RTMP_PORT: '1936',
      RTMPS_PORT: '443',
      RTMPS_CERT_FILE: '/etc/cert.pem',
      RTMPS_KEY_FILE: '/etc/key.pem',
      EMBED_ORIGINS: 'https://a.example, http://127.0.0.1:8080/, https://bücher.example',
      PLAYBACK_URLS: '1=hls:https://cdn.example/npc1.m3u8, 2=whep:https://media.example/npc2/whep',
      STREAM_HOOK_SECRET: 'of our own hook',
      MUX_WEBHOOK_SECRET: 'of Mux',
      CLOUDFLARE_WEBHOOK_SECRET: 'of Cloudflare',
      STREAM_INPUTS: '1=aA02skpHXoLrbQm49qIzAG6RtewFOcDEY, 2=eb222fcca08eeb1ae84c981ebe8aeeb6',
      METRICS_HOST: '10.0.0.5',
      METRICS_PORT: '9464',
      NOTIFY_WEBHOOK_URL: 'https://api.telegram.org/bot1:key/sendMessage?chat_id=2',
      SMTP_URL: 'smtps://u:p@mail.example',
      NOTIFY_EMAIL: 'olga@a.example, otto@b.example',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      LOG_LEVEL: 'debug',
    }),
  ).toMatchObject({
    host: '::',
    port: 8080,
    dataDir: '/var/lib/npc',
    databaseUrl: 'postgresql://site:pw@db:5432/npc',
    solanaRpcUrls: ['https://a.example', 'https://b.example/key'],
    solanaNetwork: 'devnet',
    donationAddress: ADDRESS,
    weatherUrl: 'http://127.0.0.1:9/forecast',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
    visitorSecret: 'a secret of some length',
    rateLimits: {
      votes: { perAddress: 10, perNetwork: 20, perIpv6Network: 20 },
      donations: { perAddress: 30, perNetwork: 40 },
    },
    sessionsPerAddress: 50,
    eventReadersPerAddress: 7,
    rtmp: {
      host: '0.0.0.0',
      port: 1936,
      tls: { port: 443, certFile: '/etc/cert.pem', keyFile: '/etc/key.pem' },
    },
    playbacks: [
      { npcId: '1', kind: 'hls', url: 'https://cdn.example/npc1.m3u8' },
      { npcId: '2', kind: 'whep', url: 'https://media.example/npc2/whep' },
    ],
    embedOrigins: ['https://a.example', 'http://127.0.0.1:8080', 'https://xn--bcher-kva.example'],
    streamHooks: {
      secret: 'of our own hook',
      muxSecret: 'of Mux',
      cloudflareSecret: 'of Cloudflare',
      inputs: new Map([
        ['aA02skpHXoLrbQm49qIzAG6RtewFOcDEY', '1'],
        ['eb222fcca08eeb1ae84c981ebe8aeeb6', '2'],
      ]),
    },
    metrics: { host: '10.0.0.5', port: 9464 },
    notifications: {
      webhookUrl: 'https://api.telegram.org/bot1:key/sendMessage?chat_id=2',
      email: { smtpUrl: 'smtps://u:p@mail.example', to: ['olga@a.example', 'otto@b.example'] },
    },
    otlpEndpoint: 'http://127.0.0.1:4318',
    logLevel: 'debug',
  })
})

test('RTMP may be switched off', () => {
  expect(readEnvironment({ RTMP_PORT: 'off' }).rtmp.port).toBe('off')
})

test('an RPC address without a network means mainnet', () => {
  const environment = readEnvironment({ SOLANA_RPC_URL: 'https://a.example', DONATION_ADDRESS: ADDRESS })
  expect(environment.solanaNetwork).toBe('mainnet')
})

test.each([
  [{ PORT: '70000' }, 'PORT is "70000"; it takes a whole number from 0 to 65535'],
  [{ PORT: '80 80' }, 'PORT is "80 80"; it takes a whole number from 0 to 65535'],
  [{ HOST: 'no host' }, 'HOST is "no host"; it takes an IP address or a host name'],
  [{ DATA_DIR: 'a\0b' }, 'DATA_DIR is "a\0b"; it takes the path of a folder, without'],
  [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'DATABASE_URL is "mysql://u:***@h/d"; it takes an address like'],
  [
    { DATABASE_URL: 'postgres://u:se@cret@h:x/d' },
    'DATABASE_URL is "postgres://u:***@***"; it takes an address like',
  ],
  [
    { SOLANA_RPC_URL: 'https://ok.example/KEY,ftp://h/?api-key=KEY' },
    'SOLANA_RPC_URL is "https://ok.example/***,ftp://h/***"; it takes one or more http(s) addresses',
  ],
  [
    { SOLANA_NETWORK: 'moon' },
    'SOLANA_NETWORK is "moon"; it takes one of localnet, devnet, testnet, mainnet',
  ],
  [{ DATABASE_URL: 'npc:hunter2@db/npc' }, 'DATABASE_URL is "npc:***@db/npc"; it takes'],
  [{ DATABASE_URL: 'postgres//u:hunter2@h/d' }, 'DATABASE_URL is "postgres//u:***@h/d"; it takes'],
  [{ DATABASE_URL: 'hunter2' }, 'DATABASE_URL is "***"; it takes'],
  [
    { DATABASE_URL: 'host=db password=hunter2' },
    'DATABASE_URL is "host=*** password=***"; it takes an address like',
  ],
  [{ DATABASE_URL: 'mysql://h/d?password=hunter2' }, 'DATABASE_URL is "mysql://h/d"; it takes'],
  [{ DATABASE_URL: 'postgres:/u:hunter2@h/d' }, 'DATABASE_URL is "postgres:/u:***@h/d"; it takes'],
  [{ SOLANA_RPC_URL: 'user:hunter2@host' }, 'SOLANA_RPC_URL is "***@host"; it takes'],
  [
    { SOLANA_RPC_URL: 'htp://rpc.example.com/KEY' },
    'SOLANA_RPC_URL is "htp://rpc.example.com/***"; it takes',
  ],
  [{ SOLANA_RPC_URL: 'rpc.example.com/?api-key=KEY' }, 'SOLANA_RPC_URL is "rpc.example.com/***"; it takes'],
  [
    { PUBLIC_URL: 'https://a.example/path' },
    'PUBLIC_URL is "https://a.example/***"; it takes an http(s) address',
  ],
  [{ DATA_DIR: '/srv/a:b' }, 'DATA_DIR is "/srv/a:b"; it takes the path of a folder, without'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY is "0.0.0.0/0"; it takes IP addresses or networks'],
  [{ DONATION_ADDRESS: `${ADDRESS}1` }, `DONATION_ADDRESS is "${ADDRESS}1"; it takes a Solana address`],
  [{ DONATION_ADDRESS: '0OIl' }, 'DONATION_ADDRESS is "0OIl"; it takes a Solana address'],
  [{ WEATHER_URL: 'open-meteo' }, 'WEATHER_URL is "open-meteo"; it takes an http(s) address'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY is "10.0.0.0/33"; it takes IP addresses or networks'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY is "true"; it takes IP addresses or networks'],
  [{ VOTES_PER_MINUTE: '0' }, 'VOTES_PER_MINUTE is "0"; it takes a whole number from 1'],
  [{ SESSIONS_PER_ADDRESS: 'many' }, 'SESSIONS_PER_ADDRESS is "many"; it takes a whole number'],
  [{ STREAM_INPUTS: 'one=abc' }, 'STREAM_INPUTS is "one=abc"; it takes pairs like 1=<id of the live stream>'],
  [{ STREAM_INPUTS: '1=abc,2' }, 'STREAM_INPUTS is "1=abc,2"; it takes pairs'],
  [{ STREAM_INPUTS: '1=abc,2=abc' }, 'STREAM_INPUTS is "1=abc,2=abc"; it takes pairs'],
  [{ RTMP_PORT: 'on' }, 'RTMP_PORT is "on"; it takes a whole number from 0 to 65535, or off'],
  [{ RTMPS_PORT: '443' }, 'with RTMPS_PORT go RTMPS_CERT_FILE and RTMPS_KEY_FILE'],
  [
    { PLAYBACK_URLS: 'https://a.example' },
    'PLAYBACK_URLS is "https://a.example"; it takes addresses like 1=hls:',
  ],
  [{ EMBED_ORIGINS: '*' }, 'EMBED_ORIGINS is "***"; it takes one or more http(s) addresses without a path'],
  [{ EMBED_ORIGINS: 'https://a.example/page' }, 'EMBED_ORIGINS is '],
  [{ EMBED_ORIGINS: "https://a;script-src'self'.example" }, 'EMBED_ORIGINS is '],
  [{ PLAYBACK_URLS: '1=hls:javascript://x' }, 'PLAYBACK_URLS is "1=hls:javascript://x"; it takes'],
  [
    { NOTIFY_WEBHOOK_URL: 'https://api.telegram.org/bot1:KEY/sendMessage' },
    'NOTIFY_WEBHOOK_URL is "https://api.telegram.org/***"; it takes the https address of a webhook',
  ],
  [
    { SMTP_URL: 'mail://u:hunter2@h', NOTIFY_EMAIL: 'a@b.example' },
    'SMTP_URL is "mail://u:***@h"; it takes an address like smtps:',
  ],
  [{ SMTP_URL: 'smtp://u:hunter2@h?x=1', NOTIFY_EMAIL: 'a@b.example' }, 'SMTP_URL is "smtp://u:***@h"'],
  [
    { NOTIFY_EMAIL: 'a@b.example, nobody' },
    'NOTIFY_EMAIL is "a@b.example, nobody"; it takes one or more e-mail',
  ],
  [{ NOTIFY_EMAIL: 'a@b.example' }, 'SMTP_URL and NOTIFY_EMAIL go together'],
  [{ SMTP_URL: 'smtp://h' }, 'SMTP_URL and NOTIFY_EMAIL go together'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; it takes one of'],
  [{ SOLANA_RPC_URL: 'https://a.example' }, 'DONATION_ADDRESS is not set; with SOLANA_RPC_URL it takes'],
  [{ DATABASE_URL: 'postgres://h/d' }, 'VISITOR_SECRET is not set; with DATABASE_URL it takes'],
])('%o stops the start and says why', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message)
})

test('all problems are reported at once, one line each, with misspelt names that may be the cause', () => {
  const variables = {
    PORT: 'http',
    HOST: 'no host',
    SOLANA_RPC_URL: 'https://a.example',
    DONATION_ADRESS: ADDRESS,
    RTMPS_PORT: '443',
  }
  const error = catchCannotStart(() => readEnvironment(variables))
  expect(error.problems).toEqual([
    'PORT is "http"; it takes a whole number from 0 to 65535',
    'HOST is "no host"; it takes an IP address or a host name',
    'DONATION_ADDRESS is not set; with SOLANA_RPC_URL it takes a Solana address (32 bytes in base58)',
    'with RTMPS_PORT go RTMPS_CERT_FILE and RTMPS_KEY_FILE, the paths of two PEM files',
    'DONATION_ADRESS is not a setting of NPC Stream; did you mean DONATION_ADDRESS?',
  ])
})

function catchCannotStart(work: () => unknown): CannotStart {
  try {
    work()
  } catch (error) {
    if (error instanceof CannotStart) return error
  }
  throw new Error('it started')
}

test.each([
  ['TRUST_PROXYY', 'TRUST_PROXYY is not a setting of NPC Stream; did you mean TRUST_PROXY?'],
  ['EMBED_ORIGIN', 'EMBED_ORIGIN is not a setting of NPC Stream; did you mean EMBED_ORIGINS?'],
  ['PROT', 'PROT is not a setting of NPC Stream; did you mean PORT?'],
  ['SOLANA_RPC', 'SOLANA_RPC is not a setting of NPC Stream; did you mean SOLANA_RPC_URL?'],
  ['NOTIFY_URL', 'NOTIFY_URL is not a setting of NPC Stream; did you mean NOTIFY_EMAIL?'],
  ['RTMP_PROT', 'RTMP_PROT is not a setting of NPC Stream; did you mean RTMP_PORT?'],
  ['DATABSE_URL', 'DATABSE_URL is not a setting of NPC Stream; did you mean DATABASE_URL?'],
  ['SOLANA_COMMITMENT_LEVEL', 'SOLANA_COMMITMENT_LEVEL is not a setting of NPC Stream'],
])('the misspelt name %s is reported', (name, warning) => {
  expect(readEnvironment({ [name]: '3000' }).warnings).toEqual([warning])
})

test.each([
  ...[
    'PATH',
    'HOME',
    'HOSTNAME',
    'SORT',
    'POST',
    'NODE_ENV',
    'NODE_OPTIONS',
    'npm_config_port',
    'LOG_FORMAT',
  ],
  ...[
    'DATABASE_HOST',
    'PUBLIC_KEY',
    'CLOUDFLARE_API_TOKEN',
    'MUX_TOKEN_ID',
    'STREAM_SERVICE_HOST',
    'STREAM_KEY',
  ],
])('the variable %s of another program is ignored', (name) => {
  expect(readEnvironment({ [name]: '3000' }).warnings).toEqual([])
})

test('a short secret is accepted, and reported without being shown', () => {
  const environment = readEnvironment({
    VISITOR_SECRET: 'for tests only',
    STREAM_HOOK_SECRET: 'x'.repeat(32),
  })
  expect(environment.visitorSecret).toBe('for tests only')
  expect(environment.warnings).toEqual([
    'VISITOR_SECRET has 14 characters and can be guessed; take 32 random ones or more',
  ])
})
