import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { LANGUAGES } from '../app/features/i18n/contract.ts'
import { reportStreamState } from '../app/features/live/state/streams-store.server.ts'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { HttpProblem } from '../app/platform/http/http-problem.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { resourcesWith } from '../tests/support/site/site-resources.ts'
import { until } from '../tests/support/until.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'
import { hashInline } from './security-headers.ts'

let database: TestDatabase
let changes: Changes
let app: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  app = await createApp(
    resourcesWith({ db: database.db, changes }),
    readEnvironment({ TRUST_PROXY: '127.0.0.1' }),
  )
})

afterAll(async () => {
  await app.close()
  await changes.close()
  await database.drop()
})

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ method: 'GET', url, headers })
}

test('home shows the three NPCs of the database', async () => {
  // Where the database is slow, a first page comes without its data and says that it must not be kept.
  const { statusCode, body } = await until(async () => {
    const page = await get('/')
    return page.headers['cache-control'] !== 'no-cache' && page
  })
  expect(statusCode).toBe(200)
  expect(body.match(/data-testid="npc-card"/g)).toHaveLength(3)
  expect(body).toContain('First ever NPC Streaming platform')
  expect(body).toContain('<html lang="en" class="dark">')
})

test('home follows the database without a restart', async () => {
  await database.db.query("update npcs set name = 'Renamed by hand' where id = 2")
  await vi.waitFor(async () => expect((await get('/')).body).toContain('Renamed by hand'), 10_000)
})

test('home is in the language of the cookie, with one page per language', async () => {
  expect((await get('/', { cookie: 'lang=de' })).body).toContain('<html lang="de"')
  expect((await get('/', { cookie: 'lang=de' })).body).toContain('NPCs im Rampenlicht')
  expect((await get('/', { cookie: 'lang=zh' })).body).toContain('<html lang="zh-Hans"')
  expect((await get('/')).body).toContain('Featured NPCs')
})

test('a page comes in an encoding that the browser accepts, each with its own ETag', async () => {
  const plain = await get('/onboarding')
  const zipped = await get('/onboarding', { 'accept-encoding': 'gzip' })
  const brotli = await get('/onboarding', { 'accept-encoding': 'gzip, br' })
  expect([plain, zipped, brotli].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(plain.headers.vary).toBe('accept-encoding, cookie')
})

test('a page that the browser already has is not sent again', async () => {
  const first = await get('/', { 'accept-encoding': 'br' })
  const again = await get('/', {
    'accept-encoding': 'br',
    'if-none-match': `W/${first.headers.etag}, "x"`,
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers.etag).toBe(first.headers.etag)
})

test('a 404 stays a 404, whatever ETag the browser sends', async () => {
  const { headers } = await get('/nope')
  expect((await get('/nope', { 'if-none-match': String(headers.etag) })).statusCode).toBe(404)
})

test.each(['/', '/nope', '/api/npcs', '/healthz', '/icon.svg'])(
  'HEAD %s answers as GET does',
  async (url) => {
    const answer = await app.inject({ method: 'HEAD', url })
    expect(answer.statusCode).toBe((await get(url)).statusCode)
    expect(answer.body).toBe('')
  },
)

test.each(['/API/npcs', '/_.data'])('%s is an unknown page like any other', async (url) => {
  const { statusCode, headers } = await get(url)
  expect(statusCode).toBe(404)
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test.each(['/nope', '/no/such/page', '/NPC', '/index.html', '/.env', '/assets/none.js', '/%2e%2e/secret'])(
  '%s is the 404 page with status 404',
  async (url) => {
    const { statusCode, headers, body } = await get(url)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('Oops! Page not found')
    expect(body).toContain('href="/"')
  },
)

test('a page may run its own scripts and nothing else', async () => {
  const { headers, body } = await get('/')
  const policy = String(headers['content-security-policy'])
  const inline = [...body.matchAll(/<(script|style)(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/\1>/g)]
  const run = inline.filter(([, , attributes]) => !attributes?.includes('application/json'))
  expect(run.map(([, element]) => element).sort()).toEqual(['script', 'script', 'script', 'script', 'style'])
  for (const [, , , code = ''] of run) expect(policy).toContain(hashInline(code))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/script-src 'self' ('sha256-[\w+/=]{44}' ?)+;/)
  expect(policy).not.toContain('unsafe')
})

test.each(['/', '/nope', '/api/npcs', '/api/nope', '/icon.svg'])(
  '%s carries the protecting headers',
  async (url) => {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  },
)

test('a page that cannot be rendered is the error screen with status 500, in its language, without details', async () => {
  const latest = () => {
    throw new Error('secret of the inside')
  }
  const broken = await createApp(
    resourcesWith({ db: database.db, changes, weather: { latest, current: async () => latest() } }),
    readEnvironment({}),
  )
  const { statusCode, body } = await broken.inject({ url: '/npc1', headers: { cookie: 'lang=de' } })
  expect(statusCode).toBe(500)
  expect(body).toContain('<html lang="de"')
  expect(body).toContain('Unerwarteter Anwendungsfehler!')
  expect(body).toContain('href="/npc1"')
  expect(body).not.toContain('secret')
  await broken.close()
})

test.each(['/', '/api/npcs'])('%s behind TLS asks browsers to stay on TLS', async (url) => {
  const { headers } = await get(url, { 'x-forwarded-proto': 'https' })
  expect(headers['strict-transport-security']).toBe('max-age=63072000')
})

test('X-Forwarded-Proto from a stranger is ignored', async () => {
  const { headers } = await app.inject({
    url: '/',
    remoteAddress: '203.0.113.9',
    headers: { 'x-forwarded-proto': 'https' },
  })
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('clients that know no other icon get one', async () => {
  const { statusCode, headers, rawPayload } = await get('/favicon.ico')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('image/vnd.microsoft.icon')
  expect(headers['cache-control']).toBe('public, max-age=86400')
  expect(rawPayload.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

test('hashed files are immutable and compressed in advance', async () => {
  const script = /\/assets\/entry\.client-[\w-]+\.js/.exec((await get('/')).body)?.[0] ?? ''
  const { headers } = await get(script, { 'accept-encoding': 'br' })
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-encoding']).toBe('br')
})

test('home is light: 85 kB of JavaScript, 20 kB of page and style, 60 kB of fonts on the wire at most', async () => {
  const { body } = await get('/')
  async function weigh(kind: string): Promise<number> {
    const links = [...body.matchAll(new RegExp(`href="(/assets/[\\w.-]+\\.${kind})"`, 'g'))]
    expect(links.length).toBeGreaterThan(0)
    const answers = await Promise.all(links.map(([, file = '']) => get(file, { 'accept-encoding': 'br' })))
    return answers.reduce((sum, answer) => sum + answer.rawPayload.length, 0)
  }
  const page = await get('/', { 'accept-encoding': 'br' })
  expect(body).toContain('<style>')
  expect(page.rawPayload.length).toBeLessThanOrEqual(20_000)
  expect(await weigh('js')).toBeLessThanOrEqual(85_000)
  expect(await weigh('woff2')).toBeLessThanOrEqual(60_000)
})

test('search engines find the three pages', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://npc.example/sitemap.xml')
  const sitemap = (await get('/sitemap.xml')).body
  for (const path of ['/', '/onboarding', '/npc1'])
    expect(sitemap).toContain(`<loc>https://npc.example${path}</loc>`)
  expect(sitemap).not.toContain('/go-live')
})

test('a page names its address in every language, and a picture in its own', async () => {
  const english = (await get('/npc1')).body
  const german = (await get('/npc1?lang=de')).body
  expect(english).toContain('<link rel="canonical" href="https://npc.example/npc1"/>')
  expect(german).toContain('<link rel="canonical" href="https://npc.example/npc1?lang=de"/>')
  for (const page of [english, german]) {
    const alternates = Object.fromEntries(
      [...page.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)].map(
        ([, ...pair]) => pair,
      ),
    )
    expect(alternates).toEqual({
      en: 'https://npc.example/npc1',
      es: 'https://npc.example/npc1?lang=es',
      fr: 'https://npc.example/npc1?lang=fr',
      de: 'https://npc.example/npc1?lang=de',
      ru: 'https://npc.example/npc1?lang=ru',
      'zh-Hans': 'https://npc.example/npc1?lang=zh',
      'x-default': 'https://npc.example/npc1',
    })
  }
  expect(german).toContain('<meta property="og:locale" content="de_DE"/>')
  expect(german.match(/property="og:locale:alternate"/g)).toHaveLength(LANGUAGES.length - 1)
  expect(german).toContain('content="https://npc.example/share/npc1-de.png"')
  const { statusCode, headers } = await get('/share/npc1-de.png')
  expect(statusCode).toBe(200)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('while the NPC is live, a shared link says so, with the real total and the next quest', async () => {
  const shared = async () => (await get('/npc1?lang=de')).body.match(/og:title" content="([^"]+)"/)?.[1]
  expect(await shared()).toBe('NPC LIVE · NPC Stream')
  await reportStreamState(database, { npcId: '1', session: 'of a test', state: 'live' })
  await vi.waitFor(async () => expect(await shared()).toBe('Jetzt live auf NPC Stream'), 10_000)
  const { body } = await get('/npc1?lang=de')
  expect(body).toContain('content="Insgesamt gespendet: 0 SOL. Nächste Quest bei 70.000 Marktkapitalisierung')
  expect(body).toContain('<title>NPC LIVE · NPC Stream</title>')
  await reportStreamState(database, { npcId: '1', session: 'of a test', state: 'offline' })
  await vi.waitFor(async () => expect(await shared()).toBe('NPC LIVE · NPC Stream'), 10_000)
  await database.db.query('update npcs set is_live = true where id = 1')
})

test('the language in an address wins over the cookie; any other query changes nothing', async () => {
  const german = (await get('/onboarding?lang=de', { cookie: 'lang=fr' })).body
  expect(german).toContain('<html lang="de"')
  const french = await get('/onboarding', { cookie: 'lang=fr' })
  for (const query of ['lang=xx', 'lang=', 'lang=%3Cscript%3E', `a=${'b'.repeat(1000)}`]) {
    const { body, headers } = await get(`/onboarding?${query}`, { cookie: 'lang=fr' })
    expect(body).toBe(french.body)
    expect(headers.etag).toBe(french.headers.etag)
  }
  expect((await get('/nowhere?lang=zh')).body).toContain('<html lang="zh-Hans"')
  expect((await get('/onboarding/?lang=de')).headers.location).toBe('/onboarding?lang=de')
})

test('the NPC list is the API of the contract', async () => {
  const { headers, ...answer } = await get('/api/npcs')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toHaveLength(3)
  expect(answer.json()[0]).toMatchObject({ id: '1', is_live: true, is_position_open: false })
})

const JSON_TYPE = { 'content-type': 'application/json' }

test.each([
  ['GET', '/api/nope', {}, '', 404],
  ['POST', '/api/npcs', JSON_TYPE, '{"broken', 404],
  ['GET', '/%zz', {}, '', 400],
  ['POST', '/', {}, '', 405],
  ['DELETE', '/npc1', {}, '', 405],
  ['POST', '/api/npcs/1/donations', JSON_TYPE, '{"broken', 400],
  ['POST', '/api/npcs/1/donations', JSON_TYPE, '{"__proto__": {}}', 400],
  ['POST', '/api/npcs/1/donations', JSON_TYPE, `"${'x'.repeat(70_000)}"`, 413],
])(
  '%s %s with %o %.12s is a problem that discloses no internals',
  async (method, url, headers, payload, status) => {
    const answer = await app.inject({ method: method as 'GET', url, headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status,
      detail: expect.stringMatching(/^[A-Z].*\.$/),
    })
  },
)

test('a content type without a body is no fault where no body is needed', async () => {
  const call = (method: 'DELETE' | 'PUT') =>
    app.inject({ method, url: '/api/npcs/1/vote', headers: JSON_TYPE })
  expect((await call('DELETE')).statusCode).toBe(200)
  expect((await call('PUT')).statusCode).toBe(400)
})

test.each([
  ['GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('bytes that are not a request get a problem, too: %.60s', async (bytes, status) => {
  await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {})
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('application/problem+json')
})

test('a problem is reported in the language of the page', async () => {
  const { statusCode, body } = await get('/api/npcs/99/donations', { cookie: 'lang=de' })
  expect([statusCode, JSON.parse(body).detail]).toEqual([404, 'Diesen NPC gibt es nicht.'])
})

test('the log never contains the address of a visitor', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const talkative = await createApp(resourcesWith({ log }), readEnvironment({ TRUST_PROXY: '127.0.0.1' }))
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (const url of ['/', '/nope', '/api/npcs', '/api/nope', '/%zz', '/?from=203.0.113.9'])
    await talkative.inject({ url, headers })
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.join('')).not.toContain('203.0.113.9')
  await talkative.close()
})

test('it is alive and ready', async () => {
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('50 readiness checks at once cost one or two queries', async () => {
  const query = vi.spyOn(database.db, 'query')
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const asked = query.mock.calls.filter(([statement]) => String(statement).includes('select 1 from npcs'))
  expect(asked.length).toBeLessThanOrEqual(2)
  query.mockRestore()
})

test('without its database it is alive, but not ready, and answers 503', async () => {
  const broken = await createApp(resourcesWith({}), readEnvironment({}))
  expect((await broken.inject('/healthz')).statusCode).toBe(200)
  for (const url of ['/readyz', '/api/npcs']) {
    const { statusCode, headers } = await broken.inject(url)
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const home = await broken.inject('/')
  expect(home.statusCode).toBe(200)
  expect(home.body).toContain('The NPCs have stepped off the map.')
  await broken.close()
})

test('an unconfigured proxy is reported once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const exposed = await createApp(resourcesWith({ log, db: database.db, changes }), readEnvironment({}))
  for (const forged of ['203.0.113.9', '203.0.113.10'])
    await exposed.inject({ url: '/healthz', headers: { 'x-forwarded-for': forged } })
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  await exposed.close()
})

test.each([
  ['PUT', '/api/npcs/1/vote', { vote_type: 'like' }],
  ['DELETE', '/api/npcs/1/vote', undefined],
  ['POST', '/api/npcs/1/donations', { username: 'Ann', amount: 1, tx_hash: 'x' }],
  ['POST', '/api/verify-solana-tx', { txHash: 'x' }],
  ['POST', '/api/presence', { id: 'session-x' }],
] as const)('%s %s too often is 429 with a Retry-After header', async (method, url, payload) => {
  const spend = () => {
    throw new HttpProblem(429, 'Please wait.', 42)
  }
  const strict = await createApp(
    resourcesWith({ db: database.db, changes, rateLimits: { spend, close: () => {} } }),
    readEnvironment({}),
  )
  const answer = await strict.inject({ method, url, ...(payload && { payload }) })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('42')
  expect(answer.json()).toMatchObject({ status: 429, detail: 'Please wait.' })
  await strict.close()
})
