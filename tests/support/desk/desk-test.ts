import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../browser/accessibility.ts'
import { type RunningSite, runSite } from '../site/running-site.ts'
import { expect, test as siteTest } from '../site/site-test.ts'

/** A phone: the desk must be of use there. */
export const SMALL = { width: 390, height: 800 }
const PASSWORD = 'correct horse battery'

/** One member's access to the desk. */
type Entry = { deskUrl: string; cookie: string }
type WorkerFixtures = {
  /** Tests that name the same site share it, with its operator, streams and donations. */
  siteName: string
  operatorEntry: Entry
}
type Fixtures = {
  /** The desk on a phone, as an operator sees it. */
  operator: Page
  /** Calls the desk's API as the operator, from a page of the desk. */
  callDesk(method: string, path: string, body?: object): Promise<Response>
  /** The desk on a phone, as the member of this NPC sees it. */
  openAsNpc(npcId: string): Promise<Page>
}

/** Like `site-test`, with a site that has a desk. `page` is a visitor's. */
export const test = siteTest.extend<Fixtures, WorkerFixtures>({
  siteName: ['', { option: true, scope: 'worker' }],
  site: [
    // Another name is another worker.
    async ({ siteName: _ }, use) => {
      const site = await runSite({ OPERATOR_PORT: '0' })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  operatorEntry: [async ({ site }, use) => use(await join(firstLinkOf(site), 'Olga')), { scope: 'worker' }],
  operator: async ({ browser, operatorEntry }, use) => {
    const page = await openDesk(browser, operatorEntry)
    await use(page)
    await page.context().close()
  },
  callDesk: async ({ operatorEntry }, use) => use((...call) => callAs(operatorEntry, ...call)),
  openAsNpc: async ({ browser, operatorEntry }, use) => {
    const opened: Page[] = []
    await use(async (npcId) => {
      const answer = await callAs(operatorEntry, 'POST', '/api/invitations', { role: 'npc', npc_id: npcId })
      const { link } = (await answer.json()) as { link: string }
      const page = await openDesk(browser, await join(link, `Nina ${link.slice(-6).replace(/\W/g, 'x')}`))
      opened.push(page)
      return page
    })
    await Promise.all(opened.map((page) => page.context().close()))
  },
})

export { expect } from '@playwright/test'

/** The link that the first start prints. */
export function firstLinkOf(site: RunningSite): string {
  return /desk +(http\S+#\S+) makes the first operator/.exec(site.output().out)?.[1] ?? ''
}

/** No accessibility fault, and nothing wider than a phone. */
export async function expectGoodDeskPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL.width)
}

async function join(link: string, name: string): Promise<Entry> {
  const { origin, hash } = new URL(link)
  const token = hash.slice(1)
  const answer = await callAs({ deskUrl: origin, cookie: '' }, 'POST', '/api/join', {
    token,
    name,
    password: PASSWORD,
  })
  expect(answer.status).toBe(200)
  return { deskUrl: origin, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

function callAs({ deskUrl, cookie }: Entry, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${deskUrl}${path}`, {
    method,
    headers: { cookie, origin: deskUrl, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function openDesk(browser: Browser, { deskUrl, cookie }: Entry): Promise<Page> {
  const context = await browser.newContext({ viewport: SMALL, baseURL: deskUrl })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: deskUrl }])
  return context.newPage()
}
