import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/site/site-test.ts'

const HASH = '5'.repeat(88)

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('Ann')
  await page.getByLabel('X Account').fill('@ann')
  await page.getByLabel('Amount (SOL)').fill('0.5')
}

async function openPayment(page: Page): Promise<void> {
  await fillDetails(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Transaction Hash')).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await page.goto('/npc1')
})

test('2 donations: the panel says that nobody has donated yet', async ({ page }) => {
  await expect(page.getByTestId('donation-total')).toHaveText('0.0000 SOL')
  await expect(page.getByTestId('supporter-count')).toHaveText('0')
  await expect(page.getByTestId('supporter')).toHaveCount(0)
  await expect(page.getByText('No supporters yet. Be the first to back this quest.')).toBeVisible()
  await expect(page.getByText('Local test ledger: no real money involved.')).toBeVisible()
})

test('5 donations: username and amount are required', async ({ page }) => {
  const missing = 'Missing InformationPlease enter your username and donation amount'
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status')).toHaveText(missing)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Username').fill('Ann')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'false')
  // The first one's time begins again when the pointer leaves it.
  await page.getByRole('status').hover()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status')).toHaveText([missing, missing])
  await expect(page.getByLabel('Amount (SOL)')).toBeFocused()
  await expect(page.getByLabel('Transaction Hash')).toHaveCount(0)
  await expectAccessible(page)
})

for (const amount of ['0', '-1', '0.0000000001', 'e'])
  test(`5 donations: ${amount} is not an amount`, async ({ page }) => {
    await page.getByLabel('Username').fill('Ann')
    await page.getByLabel('Amount (SOL)').pressSequentially(amount)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('status')).toHaveText('Invalid AmountPlease enter a valid donation amount')
    await expect(page.getByLabel('Amount (SOL)')).toHaveAttribute('aria-invalid', 'true')
  })

test('5 donations: the amount is a number in steps of 0.001', async ({ page }) => {
  const amount = page.getByLabel('Amount (SOL)')
  await expect(amount).toHaveAttribute('type', 'number')
  await expect(amount).toHaveAttribute('step', '0.001')
  await expect(amount).toHaveAttribute('min', '0')
})

test('5 donations: the transaction hash is required', async ({ page }) => {
  await openPayment(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status')).toHaveText('Missing TransactionPlease enter your transaction hash')
  await expect(page.getByLabel('Transaction Hash')).toBeFocused()
  await expectAccessible(page)
})

test('4 donations: Back keeps every field, including the hash', async ({ page }) => {
  await openPayment(page)
  await page.getByLabel('Transaction Hash').fill(HASH)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('Ann')
  await expect(page.getByLabel('X Account')).toHaveValue('@ann')
  await expect(page.getByLabel('Amount (SOL)')).toHaveValue('0.5')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Transaction Hash')).toHaveValue(HASH)
})

test('4 donations: Back and Continue without changes create no second intent', async ({ page }) => {
  const begun: string[] = []
  page.on('request', (request) => request.url().endsWith('/donation-intents') && begun.push(request.url()))
  await openPayment(page)
  await expect(page.getByRole('link', { name: 'Open in wallet app' })).toHaveAttribute('href', /^solana:/)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
  expect(begun).toHaveLength(1)
})

test('8 donations: a rejection shows the message of the server, and the fields keep their content', async ({
  page,
}) => {
  await openPayment(page)
  await page.getByLabel('Transaction Hash').fill('not a hash')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveAttribute('data-variant', 'destructive')
  await expect(page.getByRole('alert')).toContainText('Error')
  await expect(page.getByLabel('Transaction Hash')).toHaveValue('not a hash')
})

test('4 donations: a submitted hash is shown as being verified, and a failed check shows no error', async ({
  page,
}) => {
  await openPayment(page)
  await page.getByLabel('Transaction Hash').fill(HASH)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Being verified · 555555…5555')).toBeVisible()
  await expect(page.getByTestId('supporter')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('8 donations: if the server does not answer, submitting fails with a message', async ({ page }) => {
  await openPayment(page)
  await page.route('**/api/npcs/1/donations', (route) => route.abort())
  await page.getByLabel('Transaction Hash').fill(HASH)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('ErrorFailed to submit donation')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test('8 donations: pasting a hash works without an intent', async ({ page }) => {
  await page.route('**/donation-intents', (route) => route.fulfill({ status: 503, body: '{}' }))
  await openPayment(page)
  await expect(page.getByText(/paste the transaction hash here/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in wallet app' })).toHaveCount(0)
})

test('8 donations: the address is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy address' }).click()
  await expect(page.getByRole('status')).toHaveText('Address Copied!Solana address copied to clipboard')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  await expect(page.getByText(copied, { exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'NPC Stream' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('status')).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('2 donations: the total, the list and the address are shown, and the form sends nothing', async ({
    page,
  }) => {
    await expect(page.getByTestId('donation-total')).toHaveText('0.0000 SOL')
    await expect(page.locator('code')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    await expect(page.locator('main form [name]')).toHaveCount(0)
  })
})
