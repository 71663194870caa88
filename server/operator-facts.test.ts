import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { LANGUAGES } from '../app/features/i18n/contract.ts'
import { QUESTS } from '../app/features/roadmap/milestones.ts'
import { type KeptSite, keepSiteDetails } from '../app/features/site-details/keep-site-details.server.ts'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { resourcesWith } from '../tests/support/site/site-resources.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/embed/npc1', '/go-live', '/no-such-page']
const NAME = 'Quest & "TV"'
const ESCAPED = 'Quest &amp; &quot;TV&quot;'

let database: TestDatabase
let changes: Changes
let siteDetails: KeptSite
let app: FastifyInstance
let appWithDesk: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  siteDetails = await keepSiteDetails({ db: database.db, changes, log: silentLog })
  const open = (hasDesk: boolean) =>
    createApp(
      resourcesWith({
        db: database.db,
        changes,
        siteDetails,
        embedOrigins: ['https://friend.example'],
        hasDesk,
      }),
      readEnvironment({}),
    )
  app = await open(false)
  appWithDesk = await open(true)
})

afterEach(async () => {
  await sql('delete from site_details; delete from reached_milestones; delete from current_cap')
})

afterAll(async () => {
  await app.close()
  await appWithDesk.close()
  siteDetails.close()
  await changes.close()
  await database.drop()
})

function sql(text: string, values?: unknown[]) {
  return database.db.query(text, values)
}

function setField(field: string, value: string) {
  return sql('insert into site_details values ($1, $2)', [field, value])
}

const bodyOf = async (url: string) => (await app.inject(url)).body
/** Until the notification has arrived and the page is rendered again. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, 10_000)
const visible = (body: string) => body.replace(/<(script|style)[\s\S]*?<\/\1>|<!-- -->/g, '')
const stateOf = (body: string) =>
  JSON.parse(/<script id="page-state"[^>]*>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? '{}')

test('out of the box no page carries a fact of an operator', async () => {
  for (const page of PAGES) {
    const state = stateOf(await bodyOf(page))
    expect(Object.keys(state)).not.toContain('site')
    expect(Object.keys(state.data ?? {})).not.toContain('roadmap')
  }
})

test('a new name is on every page in every language, and the old one on none; then it is gone again', async () => {
  await setField('name', NAME)
  for (const page of PAGES)
    for (const language of LANGUAGES)
      await soon(async () => {
        const { body } = await app.inject({ url: page, headers: { cookie: `lang=${language}` } })
        expect(visible(body)).toContain(ESCAPED)
        // The company has not been changed.
        expect(body.replaceAll('NPC Stream OÜ', '')).not.toMatch(/NPC Stream(?!ing)|\{site\}/)
      })
  await sql('delete from site_details')
  await soon(async () => expect(await bodyOf('/')).toContain('<title>NPC Stream: real people'))
})

test('programs learn the new name as well, with nothing in it that ends an attribute', async () => {
  await setField('name', NAME)
  await soon(async () => {
    const oembed = (await app.inject('/api/oembed?url=https://npc.example/npc1')).json()
    expect(oembed).toMatchObject({ provider_name: NAME, title: `NPC LIVE · ${NAME}` })
    expect(oembed.html).toContain(`title="NPC LIVE · ${ESCAPED}"`)
  })
  expect((await app.inject('/api/messages/de')).json().shell.home).toBe(`${NAME}, Startseite`)
  const manifest = await app.inject('/site.webmanifest')
  expect(manifest.json()).toMatchObject({ name: NAME, short_name: NAME, start_url: '/' })
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
})

test('the manifest without a change is the file', async () => {
  await soon(async () => expect((await app.inject('/site.webmanifest')).json().name).toBe('NPC Stream'))
  const { headers } = await app.inject({
    url: '/site.webmanifest',
    headers: { 'accept-encoding': 'br' },
  })
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=3600' })
  expect(headers.etag).toBeDefined()
})

test('the other details follow, also in the price and the views of another language', async () => {
  await setField('social_url', 'https://www.youtube.com/@npcs')
  await setField('company', 'Quest TV Ltd')
  await setField('ad_price_usd', '1250')
  await setField('monthly_views', '2500000')
  await soon(async () => {
    const body = visible(await bodyOf('/onboarding'))
    for (const text of ['Quest TV Ltd', 'Follow us on YouTube', '$1,250', '2.5M+'])
      expect(body).toContain(text)
    expect(body).toContain('href="https://www.youtube.com/@npcs"')
    expect(body).not.toContain('twitter:site')
  })
  await soon(async () => {
    const body = visible(await bodyOf('/onboarding?lang=de'))
    for (const text of ['1.250\u00a0$', '2,5\u00a0Mio.']) expect(body).toContain(text)
  })
})

test('a broken value in the database leaves the default', async () => {
  await setField('social_url', 'none')
  await setField('name', 'Quest TV')
  await soon(async () => expect(await bodyOf('/')).toContain('<title>Quest TV: real people'))
  expect(await bodyOf('/')).toContain('Follow us on X')
})

test('a reached milestone is done on the page with its day, reason and link, and the next quest moves', async () => {
  await sql(`insert into reached_milestones (key, reason, language, evidence, reached_at) values
    ('quitJob', 'Er <b>kündigte</b>.', 'de', 'https://example.com/a?b&c', '2026-01-02T12:00:00Z'),
    ('worldTour', 'First.', 'en', 'https://example.com/', '2026-01-01T12:00:00Z'),
    ('of a newer version', 'x', 'en', 'https://example.com/', '2026-01-01T12:00:00Z')`)
  await soon(async () => {
    const body = visible(await bodyOf('/npc1'))
    expect(body.match(/data-completed="(true|false)"/g)).toEqual(
      [true, ...Array(10).fill(false), true].map((done) => `data-completed="${done}"`),
    )
    expect(body).toMatch(/<p lang="de"[^>]*>Er &lt;b&gt;kündigte&lt;\/b&gt;\.<\/p>/)
    expect(body).toMatch(/<a href="https:\/\/example\.com\/a\?b&amp;c"[^>]*rel="noopener nofollow"/)
    expect(body).toContain('Done on Jan 2, 2026')
  })
  await soon(async () => expect(visible(await bodyOf('/'))).toMatch(/Next quest<\/span> Coffee/))
})

test('when all are done, pages say so', async () => {
  for (const { key } of QUESTS)
    await sql("insert into reached_milestones values ($1, 'x', 'en', 'https://example.com/', now())", [key])
  await soon(async () => expect(visible(await bodyOf('/'))).toContain('Every quest is done'))
  await soon(async () => {
    const body = visible(await bodyOf('/npc1'))
    expect(body.match(/data-completed="true"/g)).toHaveLength(12)
    expect(body).toContain('You are here')
  })
})

test('the cap card shows what an operator has set, as each language writes it, and SOON again without', async () => {
  await sql("insert into current_cap (usd, as_of) values (73400, '2026-01-02')")
  const capOf = (body: string) => /data-testid="stat-current-cap"[^>]*>([^<]*)</.exec(body)?.[1]
  await soon(async () => expect(capOf(await bodyOf('/'))).toBe('73k'))
  expect(await bodyOf('/')).toContain('as of Jan 2, 2026')
  await soon(async () => expect(capOf(await bodyOf('/?lang=de'))).toBe('73.400'))
  await soon(async () => expect(visible(await bodyOf('/npc1'))).toContain('>73k<'))
  await sql('delete from current_cap')
  await soon(async () => expect(capOf(await bodyOf('/'))).toBe('SOON'))
})

test('with a desk, browsers without events read the same facts', async () => {
  await sql("insert into current_cap (usd, as_of) values (73400, '2026-01-02')")
  expect((await appWithDesk.inject('/api/roadmap')).json()).toEqual({
    reached: [],
    current_cap: { usd: 73_400, as_of: '2026-01-02' },
  })
})
