import type { Locator, Page } from '@playwright/test'
import { site as defaults } from '../../../app/site.ts'
import { expectAccessible } from '../../support/browser/accessibility.ts'
import { expect, expectGoodDeskPage, SMALL, test } from '../../support/desk/desk-test.ts'

test.use({ siteName: 'facts' })

const REASON = 'Der Kurs stand einen Tag lang über 70.000.'
const LINK = 'https://example.com/chart'
const NAME = 'Quest TV'

const quitJob = (page: Page): Locator => page.getByTestId('milestone').filter({ hasText: 'Quit job' })

test('a milestone that an operator marks is done on open pages at once, and locked again when taken back', async ({
  browser,
  operator,
  page,
  site,
}) => {
  const home = await browser.newPage({ viewport: SMALL, baseURL: site.url })
  await home.goto('/')
  await page.goto('/npc1')
  await expect(quitJob(page)).toHaveAttribute('data-completed', 'false')
  await expect(home.getByText('Next quest Quit job · 70k')).toBeVisible()

  await operator.goto('/milestones')
  await expectGoodDeskPage(operator)
  await operator.getByRole('button', { name: 'Mark as reached: Quit job' }).click()
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Enter a reason of at most 500 characters.')).toBeVisible()
  await operator.getByLabel('Reason', { exact: true }).fill(REASON)
  await operator.getByLabel('Language of the reason').selectOption('German')
  await operator.getByLabel('Link to the evidence').fill('http://example.com')
  await expect(operator.getByText('Enter an address that begins with https://')).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.getByLabel('Link to the evidence').fill(LINK)
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByRole('button', { name: 'Take back: Quit job' })).toBeVisible()
  await expectGoodDeskPage(operator)

  await expect(quitJob(page)).toHaveAttribute('data-completed', 'true')
  await expect(quitJob(page).getByText(REASON)).toHaveAttribute('lang', 'de')
  const today = await page.evaluate(() => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format())
  await expect(quitJob(page)).toContainText(`Done on ${today}`)
  const evidence = quitJob(page).getByRole('link', { name: 'Evidence: Quit job' })
  await expect(evidence).toHaveAttribute('href', LINK)
  await expect(evidence).toHaveAttribute('rel', 'noopener nofollow')
  await expectAccessible(page)
  await expect(home.getByText('Next quest Coffee · 80k')).toBeVisible()

  operator.once('dialog', (dialog) => dialog.accept())
  await operator.getByRole('button', { name: 'Take back: Quit job' }).click()
  await expect(operator.getByRole('button', { name: 'Mark as reached: Quit job' })).toBeVisible()
  await expect(quitJob(page)).toHaveAttribute('data-completed', 'false')
  await expect(home.getByText('Next quest Quit job · 70k')).toBeVisible()
  await home.close()
})

test('the cap is set by hand with its day, moves nothing on an open page, and is unset', async ({
  operator,
  page,
}) => {
  await page.setViewportSize(SMALL)
  await page.goto('/')
  const cap = page.getByTestId('stat-current-cap')
  const stats = page.getByRole('region', { name: 'The platform in numbers' })
  await expect(cap).toHaveText('SOON')
  const before = await stats.boundingBox()

  await operator.goto('/milestones')
  await operator.getByRole('button', { name: 'Show this cap' }).click()
  await expect(operator.getByText('Enter a whole number of dollars.')).toBeVisible()
  await operator.getByLabel('Amount in US dollars').fill('73400')
  await operator.getByLabel('As of').fill('2026-01-02')
  await operator.getByRole('button', { name: 'Show this cap' }).click()
  await expect(operator.getByText('Visitors read 73k, as of 2 Jan 2026.')).toBeVisible()

  await expect(cap).toHaveText('73k')
  await expect(page.getByText('as of Jan 2, 2026')).toBeVisible()
  expect((await stats.boundingBox())?.height).toBe(before?.height)
  await expectAccessible(page)

  operator.once('dialog', (dialog) => dialog.accept())
  await operator.getByRole('button', { name: 'Back to SOON' }).click()
  await expect(operator.getByText('Visitors read SOON.')).toBeVisible()
  await expect(cap).toHaveText('SOON')
  await expect(page.getByText('as of Jan 2, 2026')).toHaveCount(0)
})

test('the site has the name that an operator gives it, and its own again; another’s change stays', async ({
  operator,
  callDesk,
  page,
}) => {
  await operator.goto('/site')
  await expectGoodDeskPage(operator)
  expect((await callDesk('PUT', '/api/site-details', { ad_price_usd: 70 })).status).toBe(200)
  await operator.getByLabel('Name', { exact: true }).fill(NAME)
  await operator.getByLabel('Company text').fill('Quest TV Ltd · Tartu')
  await operator.getByLabel('Social address').fill('https://t.me/questtv')
  await expect(operator.getByText('Follow us on Telegram')).toBeVisible()
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Saved. Visitors see it with the next page.')).toBeVisible()
  await expectGoodDeskPage(operator)

  await expect(async () => {
    await page.goto('/')
    await expect(page).toHaveTitle(`${NAME}: real people, live quests`, { timeout: 100 })
  }).toPass()
  await expect(page.getByRole('banner').getByText(NAME)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Quest TV Ltd · Tartu')
  await expect(page.getByRole('link', { name: 'Follow us on Telegram' })).toBeVisible()

  for (const field of ['Name', 'Company text', 'Social address'])
    await operator.getByRole('button', { name: `Use the default for “${field}”` }).click()
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Saved. Visitors see it with the next page.')).toBeVisible()
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('banner')).toContainText(defaults.name, { timeout: 100 })
  }).toPass()
  await expect(page.getByRole('contentinfo')).toContainText(defaults.company)
  const details = await callDesk('GET', '/api/site-details')
  expect(await details.json()).toMatchObject({ own: { ad_price_usd: 70 } })
})
