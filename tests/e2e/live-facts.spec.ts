import { expect, test } from '../support/site/site-test.ts'

test.afterEach(async ({ site }) => {
  await site.database.query("update npcs set name = 'NPC Three' where id = 3")
})

test('where the line to the server is blocked, the page asks', async ({ page, site }) => {
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await site.database.query("update npcs set name = 'Asked for' where id = 3")
  await expect(page.locator('[data-npc-id="3"]')).toContainText('Asked for')
})

test('a hidden page hangs up; seen again, it is told what it missed', async ({ page, site }) => {
  const lines: string[] = []
  page.on('request', (request) => request.url().includes('/api/events') && lines.push(request.url()))
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await page.goto('/')
  await expect.poll(() => lines.length).toBe(1)
  await setHidden(true)
  await site.database.query("update npcs set name = 'Meanwhile' where id = 3")
  await page.waitForTimeout(1_000)
  await expect(page.locator('[data-npc-id="3"]')).not.toContainText('Meanwhile')
  await setHidden(false)
  await expect(page.locator('[data-npc-id="3"]')).toContainText('Meanwhile')
  expect(lines).toHaveLength(2)
})
