import { recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { expect, test } from '../support/site/site-test.ts'

const KEY = 'npc_visitors'

// Others on the same site come and go: here only the page's own registration may speak.
test.beforeEach(({ page }) => page.route('**/api/events*', (route) => route.abort()))

test('4 online: the visit is logged, old entries go, the count follows', async ({ page }) => {
  const now = Date.now()
  await page.addInitScript(
    ([key, entries]) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, entries)
    },
    [
      KEY,
      JSON.stringify([
        { id: 'other-1', timestamp: now - 60_000 },
        { id: 'other-2', timestamp: now - 120_000 },
        { id: 'gone', timestamp: now - 301_000 },
      ]),
    ] as const,
  )
  await page.route('**/api/presence', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByTestId('online-count')).toHaveText('3')
  await expect(page.getByTestId('stat-online-users')).toHaveText('3')
  const log = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? ''), KEY)
  expect(log.map((entry: { id: string }) => entry.id)).toEqual(['other-1', 'other-2', expect.any(String)])
})

test('4 online: a corrupt log and a dead server leave one visitor and a whole page', async ({
  page,
  consoleLines,
}) => {
  await page.addInitScript((key) => localStorage.setItem(key, '{corrupt'), KEY)
  await page.route('**/api/presence', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByTestId('npc-card')).toHaveCount(3)
  await expect(page.getByTestId('online-count')).toHaveText('1')
  expect(consoleLines.filter((line) => line.startsWith('pageerror'))).toEqual([])
})

test('4 online: the own entry is refreshed every 30 seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const own = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]')[0]?.timestamp, KEY)
  await expect.poll(own).toBeGreaterThan(0)
  const before = await own()
  await page.clock.runFor(30_000)
  await expect.poll(own).toBeGreaterThanOrEqual(before + 30_000)
})

test('4 online: the larger of log and server is shown, and the page makes room for it in advance', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  await page.route('**/api/presence', (route) => route.fulfill({ json: { online: 1234 } }))
  await page.goto('/')
  await expect(page.getByTestId('online-count')).toHaveText('1,234')
  await expect(page.getByTestId('stat-online-users')).toHaveText('1,234')
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([])
})
