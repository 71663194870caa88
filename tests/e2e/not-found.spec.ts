// Same on any database: once is enough.
import { expect, test } from '../support/site/site-test.ts'

test('an unknown path is the 404 page, and the path is in the console', async ({ page, consoleLines }) => {
  const response = await page.goto('/some/unknown/path')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.poll(() => consoleLines.join('\n')).toContain('/some/unknown/path')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
