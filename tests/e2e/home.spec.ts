import { expect, test } from '../support/site/site-test.ts'

test('home shows the hero and the three NPCs, and the console stays empty', async ({
  page,
  consoleLines,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First ever NPC Streaming platform')
  await expect(page.getByTestId('npc-card')).toHaveCount(3)
  await expect(page.getByTestId('npc-card').first()).toContainText('LIVE')
  await expect(page.getByTestId('npc-card').nth(1)).toContainText('POSITION OPEN')
  await expect(page.getByTestId('online-count')).toHaveText(/^\d+$/)
  await page.waitForLoadState('networkidle')
  expect(consoleLines).toEqual([])
})

test('nothing is asked of another origin', async ({ page, site }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect([...origins]).toEqual([site.url])
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('home still shows the NPCs', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByTestId('npc-card')).toHaveCount(3)
    await expect(page.getByTestId('npc-card').first()).toBeVisible()
    await expect(page.getByText('Loading NPCs...')).toHaveCount(0)
  })
})
