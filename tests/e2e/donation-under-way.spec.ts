import type { Page } from '@playwright/test'
import { untilReady } from '../support/browser/page-ready.ts'
import { donate, hideDonations } from '../support/ledger/donate.ts'
import { expect, test } from '../support/site/site-test.ts'

test.afterEach(({ site }) => hideDonations(site))

async function openPayment(page: Page, username: string, amount: string): Promise<string> {
  await page.goto('/npc1')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Amount (SOL)').fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  return paymentUrl(page)
}

async function paymentUrl(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Open in wallet app' })
  await expect(link).toHaveAttribute('href', /^solana:/)
  return (await link.getAttribute('href')) ?? ''
}

const verified = (page: Page) => page.getByRole('status').filter({ hasText: 'Donation Verified!' })

test('4 donations: a reload in step 2 keeps the donation, its payment is still announced, and the next visit knows the name', async ({
  page,
  site,
  consoleLines,
}) => {
  const begun: string[] = []
  page.on('request', (request) => request.url().endsWith('/donation-intents') && begun.push(request.url()))
  const url = await openPayment(page, 'Reload', '0.125')
  await page.getByLabel('Transaction Hash').fill('half a ha')
  await page.reload()
  expect(await paymentUrl(page)).toBe(url)
  await expect(page.getByRole('heading', { name: 'Send 0.125 SOL' })).toBeVisible()
  await expect(page.getByLabel('Transaction Hash')).toHaveValue('half a ha')
  expect(begun).toHaveLength(1)
  expect(consoleLines).toEqual([])
  const query = new URLSearchParams(url.split('?')[1])
  await donate(site, '0.125', '--reference', query.get('reference') ?? '')
  await expect(verified(page)).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('')
  await page.reload()
  await expect(page.getByTestId('supporter').first()).toContainText('Reload')
  await expect(page.getByLabel('Username')).toHaveValue('Reload')
  await expect(page.getByLabel('Amount (SOL)')).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.getItem('npc_donation'))).toBeNull()
})

test('4 donations: a donor who comes back after paying is notified that it arrived', async ({
  page,
  site,
}) => {
  const url = await openPayment(page, 'Away', '0.25')
  await page.goto('/onboarding')
  const query = new URLSearchParams(url.split('?')[1])
  await donate(site, '0.25', '--reference', query.get('reference') ?? '')
  await page.goto('/npc1')
  await expect(verified(page)).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('')
})

test("4 donations: the browser's Back and Forward move between the steps without a request", async ({
  page,
}) => {
  const url = await openPayment(page, 'Back', '0.5')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goBack()
  await expect(page.getByLabel('Username')).toHaveValue('Back')
  await expect(page.getByLabel('Amount (SOL)')).toHaveValue('0.5')
  await page.goForward()
  expect(await paymentUrl(page)).toBe(url)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Step 1 of 2' })).toBeFocused()
  expect(requested.filter((address) => /(npc1|donation-intents)$/.test(address))).toEqual([])
  await expect(page).toHaveURL('/npc1')
})

test('4 donations: Forward with changed details creates a new intent for the new amount', async ({
  page,
}) => {
  const first = await openPayment(page, 'Change', '0.5')
  await page.goBack()
  await page.getByLabel('Amount (SOL)').fill('0.75')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Send 0.75 SOL' })).toBeVisible()
  const second = await paymentUrl(page)
  expect(second).toContain('amount=0.75')
  expect(second).not.toBe(first)
})

test('4 donations: changing the language in step 2 keeps the step, the code and the hash', async ({
  page,
}) => {
  const url = await openPayment(page, 'Sprache', '0.5')
  await page.getByLabel('Transaction Hash').fill('half a ha')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await expect(page.getByRole('heading', { name: 'Sende 0,5 SOL' })).toBeVisible()
  await expect(page.getByLabel('Transaktions-Hash')).toHaveValue('half a ha')
  await expect(page.getByRole('link', { name: 'In der Wallet-App öffnen' })).toHaveAttribute('href', url)
})

test('8 donations: offline, step 2 shows why it has no code, and gets one when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/npc1')
  await page.getByLabel('Username').fill('Offline')
  await page.getByLabel('Amount (SOL)').fill('0.5')
  await untilReady(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You seem to be offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
})

test('8 donations: a busy server is reported in its own words and Try again brings the code', async ({
  page,
}) => {
  await page.route('**/donation-intents', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, detail: 'Please wait a moment.' }),
    }),
  )
  await page.goto('/npc1')
  await page.getByLabel('Username').fill('Pause')
  await page.getByLabel('Amount (SOL)').fill('0.5')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please wait a moment.')).toBeVisible()
  await expect(page.getByLabel('Transaction Hash')).toBeVisible()
  await page.unroute('**/donation-intents')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
})
