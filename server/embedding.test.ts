import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { LANGUAGES } from '../app/features/i18n/contract.ts'
import { liveMessages } from '../app/features/live/messages.ts'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { site } from '../app/site.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { resourcesWith } from '../tests/support/site/site-resources.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'

const SITE = 'https://npc.example'
const PARTNERS = ['https://friend.example', 'https://other.example:8443']

let database: TestDatabase
let changes: Changes
let closed: FastifyInstance
let open: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  const given = { db: database.db, changes }
  closed = await createApp(resourcesWith(given), readEnvironment({}))
  open = await createApp(resourcesWith({ ...given, embedOrigins: PARTNERS }), readEnvironment({}))
})

afterAll(async () => {
  await closed.close()
  await open.close()
  await changes.close()
  await database.drop()
})

/** A busy machine streams a page until it is stored. */
const getStored = (app: FastifyInstance, url: string) =>
  vi.waitFor(async () => {
    const page = await app.inject(url)
    expect(page.headers.etag).toBeDefined()
    return page
  }, 10_000)

test('only partners may show the embedded page in a frame', async () => {
  for (const read of [(url: string) => open.inject(url), (url: string) => getStored(open, url)]) {
    const { statusCode, headers } = await read('/embed/npc1')
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/friend\.example https:\/\/other\.example:8443$/,
    )
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  }
})

test('without partners nobody may', async () => {
  const { statusCode, headers } = await getStored(closed, '/embed/npc1')
  expect(statusCode).toBe(200)
  expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test.each(['/', '/npc1', '/onboarding', '/go-live', '/nope', '/embed'])(
  'nobody may show %s in a frame, partners included',
  async (path) => {
    const { headers } = await getStored(open, path)
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'none'$/)
    expect(headers['x-frame-options']).toBe('DENY')
  },
)

test.each(LANGUAGES)(
  'the embedded page in %s is the player with a link, and nothing else',
  async (language) => {
    const { body } = await getStored(open, `/embed/npc1?lang=${language}`)
    const words = liveMessages[language]
    const query = language === 'en' ? '' : `?lang=${language}`
    expect(body).toContain('data-testid="stream-state"')
    expect(body).toContain(words.watchHere.replace('{site}', site.name))
    expect(body).toContain(`<a href="/npc1${query}" target="_blank" rel="noopener"`)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).toContain(`<link rel="canonical" href="${SITE}/npc1${query}"/>`)
    for (const absent of ['<header', '<footer', 'online-count', 'donation-total', 'id="roadmap"', '#roadmap'])
      expect(body.split('<script', 2).join('')).not.toContain(absent)
  },
)

test('the embedded page is not in the sitemap', async () => {
  expect((await open.inject('/sitemap.xml')).body).not.toContain('embed')
})

test('the live page names its oEmbed address, which answers', async () => {
  const { body } = await getStored(open, '/npc1?lang=de')
  const [, href = ''] =
    /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(body) ?? []
  const address = new URL(href.replaceAll('&amp;', '&'))
  expect(address.origin).toBe(SITE)
  const { statusCode, headers, body: answer } = await open.inject(address.pathname + address.search)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(answer)).toEqual({
    version: '1.0',
    type: 'video',
    title: 'NPC LIVE · NPC Stream',
    provider_name: 'NPC Stream',
    provider_url: SITE,
    width: 1280,
    height: 720,
    html: `<iframe src="${SITE}/embed/npc1?lang=de" width="1280" height="720" title="NPC LIVE · NPC Stream" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen style="border:0"></iframe>`,
    thumbnail_url: `${SITE}/share/npc1-de.png`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  })
})

const oembed = (app: FastifyInstance, query: Record<string, string>) =>
  app.inject({ url: '/api/oembed', query: { url: `${SITE}/npc1`, ...query } })

test.each([
  [{}, 1280, 720],
  [{ maxwidth: '640' }, 640, 360],
  [{ maxheight: '360' }, 640, 360],
  [{ maxwidth: '640', maxheight: '90' }, 160, 90],
  [{ maxwidth: '333', maxheight: '9999' }, 333, 187],
  [{ maxwidth: '4000' }, 1280, 720],
])('within %j the player has %i × %i', async (limits, width, height) => {
  expect((await oembed(open, limits)).json()).toMatchObject({ width, height })
})

test.each([
  [{ url: 'https://evil.example/npc1' }, 404],
  [{ url: `${SITE}/onboarding` }, 404],
  [{ url: `${SITE}.evil.example/npc1` }, 404],
  [{ url: 'npc1' }, 400],
  [{ url: '' }, 400],
  [{ format: 'xml' }, 501],
  [{ format: 'yaml' }, 501],
  [{ maxwidth: 'wide' }, 400],
  [{ maxheight: '0' }, 400],
  [{ maxwidth: '-5' }, 400],
  [{ maxwidth: '1e3' }, 400],
])('%j is answered with %i', async (query, status) => {
  const answer = await oembed(open, query as Record<string, string>)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test.each(['/api/oembed', '/api/oembed?url=a&url=b', '/api/oembed?url[]=x'])('%s is 400', async (url) => {
  expect((await open.inject(url)).statusCode).toBe(400)
})

test.each(['/NPC1', '/npc1/', '/npc1?utm=x#top'])('%s is the live page, too', async (path) => {
  expect((await oembed(open, { url: SITE + path, format: 'json' })).statusCode).toBe(200)
})

test('a site without partners offers a link, as a frame would stay empty', async () => {
  const answer = (await oembed(closed, {})).json()
  expect(answer).toMatchObject({ type: 'link', thumbnail_url: `${SITE}/share/npc1-en.png` })
  expect(answer.html).toBeUndefined()
})
