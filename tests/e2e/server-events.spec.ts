import { setHidden } from '../support/browser/watching.ts'
import { expect, test } from '../support/site/site-test.ts'

test.afterEach(async ({ site }) => {
  await site.database.query("update npcs set name = 'NPC Three' where id = 3")
})

test('a page whose event connection is blocked polls', async ({ page, site }) => {
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await site.database.query("update npcs set name = 'Polled' where id = 3")
  await expect(page.locator('[data-npc-id="3"]')).toContainText('Polled')
})

test('a hidden page disconnects; visible again, it receives what it missed', async ({ page, site }) => {
  const connections: string[] = []
  page.on('request', (request) => request.url().includes('/api/events') && connections.push(request.url()))
  await page.goto('/')
  await expect.poll(() => connections.length).toBe(1)
  // A list that the page asked for before it was hidden may still arrive.
  await page.waitForLoadState('networkidle')
  await setHidden(page, true)
  await site.database.query("update npcs set name = 'Meanwhile' where id = 3")
  await page.waitForTimeout(1_000)
  await expect(page.locator('[data-npc-id="3"]')).not.toContainText('Meanwhile')
  await setHidden(page, false)
  await expect(page.locator('[data-npc-id="3"]')).toContainText('Meanwhile')
  expect(connections).toHaveLength(2)
})
