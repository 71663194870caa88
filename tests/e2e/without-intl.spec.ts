// Same on any database: once is enough.
import type { Page } from '@playwright/test'
import { LANGUAGES } from '../../app/features/i18n/contract.ts'
import { untilReady } from '../support/browser/page-ready.ts'
import { donate, hideDonations } from '../support/ledger/donate.ts'
import type { RunningSite } from '../support/site/running-site.ts'
import { expect, test } from '../support/site/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1']

/** More than the page was rendered with, so it is written once more. */
const ONLINE = 12_345
/** As their readers write it. */
const ONLINE_IN = {
  en: '12,345',
  es: '12.345',
  fr: '12\u202f345',
  de: '12.345',
  ru: '12\u00a0345',
  zh: '12,345',
}

type Watched = { intlUses: string[] }

/** Records who uses `Intl` in this page, itself or through a method of a value. */
function recordIntl(): void {
  const uses: string[] = []
  Object.assign(window, { intlUses: uses } satisfies Watched)

  function watch(owner: object, key: string, name: string): void {
    const original: unknown = Reflect.get(owner, key)
    if (typeof original !== 'function') return
    const use = () => uses.push(`${name} ${new Error().stack?.split('\n')[3]?.trim()}`)
    const watched = new Proxy(original, {
      apply(target, self, args) {
        use()
        return Reflect.apply(target, self, args)
      },
      construct(target, args, newTarget) {
        use()
        return Reflect.construct(target, args, newTarget)
      },
    })
    Object.defineProperty(owner, key, { value: watched, configurable: true, writable: true })
  }

  for (const name of Object.getOwnPropertyNames(Intl)) watch(Intl, name, `Intl.${name}`)
  const values = { Number, BigInt, Date, Array, String }
  for (const [type, { prototype }] of Object.entries(values))
    for (const key of Object.getOwnPropertyNames(prototype))
      if (/^toLocale.*String$|^localeCompare$/.test(key)) watch(prototype, key, `${type}.${key}`)
}

const usesOf = (page: Page) => page.evaluate(() => (window as unknown as Watched).intlUses)

/** A supporter, a cap with its day, and a quest that is done: all that pages write with numbers and days. */
async function fill(site: RunningSite): Promise<void> {
  await donate(site, '0.25', '--name', 'Ann')
  await site.database.query("insert into current_cap (usd, as_of) values (73400, '2026-11-18')")
  await site.database.query(
    `insert into reached_milestones (key, reason, language, evidence, reached_at)
     values ('quitJob', 'A day above 70k', 'en', 'https://example.com/chart', '2026-11-17T12:00:00Z')`,
  )
  const npcPage = async () => (await fetch(`${site.url}/npc1`)).text()
  await expect
    .poll(npcPage)
    .toMatch(/data-testid="supporter".*Nov 18, 2026|Nov 18, 2026.*data-testid="supporter"/s)
  await expect.poll(npcPage).toContain('Nov 17, 2026')
  await expect.poll(async () => (await fetch(site.url)).text()).toContain('73k')
}

test.afterEach(async ({ site }) => {
  await site.database.query('delete from current_cap')
  await site.database.query('delete from reached_milestones')
  await hideDonations(site)
})

test('pages write their numbers, plurals and days without Intl, whose data takes long to load', async ({
  page,
  site,
  consoleLines,
}) => {
  await fill(site)
  await page.addInitScript(recordIntl)
  // Earlier visitors of this site may leave meanwhile, and their events would change the number.
  await page.route('**/api/events*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\n\n' }),
  )
  await page.route('**/api/presence', (route) => route.fulfill({ json: { online: ONLINE } }))
  for (const path of PAGES)
    for (const language of LANGUAGES) {
      await page.goto(`${path}?lang=${language}`)
      await untilReady(page)
      await expect(page.getByTestId('online-count')).toHaveText(ONLINE_IN[language])
      await page.waitForLoadState('networkidle')
      expect(await usesOf(page), `${path} in ${language}`).toEqual([])
    }
  expect(consoleLines).toEqual([])

  await page.evaluate(() => [new Intl.NumberFormat('en').format(1), (1).toLocaleString()])
  expect((await usesOf(page)).map((use) => use.split(' ')[0])).toEqual([
    'Intl.NumberFormat',
    'Number.toLocaleString',
  ])
})
