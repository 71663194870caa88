// Same on any database: once is enough.
import { untilReady } from '../support/browser/page-ready.ts'
import { expect, test } from '../support/site/site-test.ts'

/** Playwright turns off the browser's memory of the pages it has left, so the test says what it would say. */
test('a page that Back brings as it was left shows the theme and the language chosen meanwhile', async ({
  page,
  context,
}) => {
  await page.goto('/onboarding')
  await page.getByLabel('Name').fill('Half a na')
  const later = await context.newPage()
  await later.goto('/')
  await later.getByRole('button', { name: 'Switch to light theme' }).click()
  await later.getByRole('combobox').selectOption('de')
  await expect(later.locator('html')).toHaveAttribute('lang', 'de')
  await untilReady(page)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await expect(page.getByRole('button', { name: 'Dunkles Design einschalten' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Half a na')
})
