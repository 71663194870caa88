// Same on any database: once is enough.
import { expect, test } from '../support/site/site-test.ts'

const BROKEN_LIST = 'id: 1\nevent: npcs\ndata: {"secret":"of the inside"}\n\n'

test('2: a page that breaks is the error screen, with a way home and a retry, without details', async ({
  page,
}) => {
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await page.route('**/api/events*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: BROKEN_LIST }),
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page).toHaveTitle('Unexpected Application Error! · NPC Stream')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'NPC Stream, home' })).toHaveAttribute('href', '/')
  await expect(header.locator('svg')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await expect(page.locator('body')).not.toContainText('secret')
  await page.unroute('**/api/events*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First ever NPC Streaming platform')
})
