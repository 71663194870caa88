// Same on any database: once is enough.
import { followLink } from '../support/browser/watching.ts'
import { expect, test } from '../support/site/site-test.ts'

test('2: a page that cannot be had is the error screen, with a way home and a retry, without details', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.route('**/npc1.data*', (route) => route.fulfill({ status: 500, body: 'secret of the inside' }))
  await followLink(page.getByRole('link', { name: 'Start Watching' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page).toHaveTitle('Unexpected Application Error! · NPC Stream')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'NPC Stream, home' })).toHaveAttribute('href', '/')
  await expect(header.locator('svg')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  await expect(page.locator('body')).not.toContainText('secret')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NPC LIVE')
})
