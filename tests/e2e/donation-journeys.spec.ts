import type { Page } from '@playwright/test'
import { injectWallet } from '../support/browser/page-wallet.ts'
import { donate, hideDonations } from '../support/ledger/donate.ts'
import { expect, test } from '../support/site/site-test.ts'

test.afterEach(({ site }) => hideDonations(site))

async function openPayment(page: Page, username: string, amount: string): Promise<void> {
  await page.goto('/npc1')
  await continueAs(page, username, amount)
}

async function continueAs(page: Page, username: string, amount: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('X Account').fill('@donor')
  await page.getByLabel('Amount (SOL)').fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Transaction Hash')).toBeVisible()
}

const verifiedToast = (page: Page, amount: string) =>
  page.getByRole('status').filter({
    hasText: `Donation Verified!Your donation of ${amount} SOL has been verified and is now visible!`,
  })

test('4 donations: a pasted hash is submitted, verified, listed and counted, in every open tab without a reload', async ({
  page,
  context,
  site,
}) => {
  const other = await context.newPage()
  await other.goto('/npc1')
  await expect(other.getByTestId('donation-total')).toHaveText('0.0000 SOL')
  await openPayment(page, 'Ann', '0.5')
  const txHash = await donate(site, '0.25')
  await page.getByLabel('Transaction Hash').fill(txHash)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByRole('status').filter({
      hasText:
        "Donation Submitted!Your donation has been submitted. We're verifying it on the Solana network...",
    }),
  ).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(verifiedToast(page, '0.25')).toBeVisible()
  await expect(page.getByText('Being verified')).toHaveCount(0)
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('donation-total')).toHaveText('0.2500 SOL')
    await expect(tab.getByTestId('supporter-count')).toHaveText('1')
    await expect(tab.getByTestId('supporter').first()).toContainText('Ann')
    await expect(tab.getByTestId('supporter').first()).toContainText('@donor')
    await expect(tab.getByTestId('supporter').first()).toContainText('0.25 SOL')
  }
  await page.reload()
  await expect(page.getByTestId('supporter')).toHaveCount(1)
})

test('4 donations: a payment by link completes without a hash', async ({ page, site }) => {
  await openPayment(page, 'Link', '0.125')
  const link = await page.getByRole('link', { name: 'Open in wallet app' }).getAttribute('href')
  const query = new URLSearchParams(link?.split('?')[1])
  await donate(site, query.get('amount') ?? '', '--reference', query.get('reference') ?? '')
  await expect(verifiedToast(page, '0.125')).toBeVisible()
  await expect(page.getByTestId('supporter').first()).toContainText('Link')
  await expect(page.getByLabel('Username')).toHaveValue('')
})

test('4 donations: a wallet in the page signs and pays; a rejection in the wallet loses nothing', async ({
  page,
  site,
}) => {
  const wallet = await injectWallet(page)
  await donate(site, '2', '--to', wallet.address)
  await openPayment(page, 'Wallet', '0.75')
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  await expect(verifiedToast(page, '0.75')).toBeVisible()
  await expect(page.getByTestId('supporter').first()).toContainText('Wallet')
  await expect(page.getByTestId('donation-total')).toHaveText('0.7500 SOL')

  await openPayment(page, 'Wallet', '0.5')
  await wallet.rejectFrom(page)
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  await expect(page.getByRole('alert')).toContainText('The wallet did not complete the request')
  await expect(page.getByLabel('Transaction Hash')).toBeVisible()
})

test('4 donations: a donor who pays without a claim is Anonymous, one with a claim is named', async ({
  page,
  site,
}) => {
  await page.goto('/npc1')
  const txHash = await donate(site, '0.3')
  await expect(page.getByTestId('supporter').first()).toContainText('Anonymous')
  const named = await donate(site, '0.4', '--name', 'Script')
  await expect(page.getByTestId('supporter').filter({ hasText: 'Script' })).toBeVisible()
  expect(named).not.toBe(txHash)
  await expect(page.getByTestId('donation-total')).toHaveText('0.7000 SOL')
})

test('8 donations: a hash that is already claimed is rejected with a message', async ({ page, site }) => {
  await page.goto('/npc1')
  const txHash = await donate(site, '0.2', '--name', 'First')
  await expect(page.getByTestId('supporter').first()).toContainText('First')
  await continueAs(page, 'Second', '0.2')
  await page.getByLabel('Transaction Hash').fill(txHash)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('already submitted')
  await expect(page.getByLabel('Transaction Hash')).toHaveValue(txHash)
})

test('4 donations: the paying wallet takes its donation back from a thief', async ({ page, site }) => {
  const wallet = await injectWallet(page)
  await donate(site, '2', '--to', wallet.address)
  await openPayment(page, 'Anonymous', '0.6')
  await page.getByRole('button', { name: /Pay with Test Wallet/ }).click()
  await expect(verifiedToast(page, '0.6')).toBeVisible()
  const { rows } = await site.database.query('select tx_hash from donations where npc_id = 1')
  const txHash = rows[0].tx_hash
  await site.database.query(
    "update donations set username = 'Thief', proof = 'paste', intent_id = null where npc_id = 1",
  )
  await openPayment(page, 'Donor', '0.6')
  await page.getByLabel('Transaction Hash').fill(`https://explorer.solana.com/tx/${txHash}`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('already submitted')
  await page.getByRole('button', { name: 'Prove it with Test Wallet' }).click()
  await expect(page.getByTestId('supporter').first()).toContainText('Donor')
  await expect(page.getByTestId('supporter')).toHaveCount(1)
})

test('4 donations: an answer that comes after the donation itself neither navigates nor empties the form', async ({
  page,
  site,
}) => {
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/npcs/1/donations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await answered.promise
    return route.fulfill({ response })
  })
  await openPayment(page, 'Late', '0.15')
  const txHash = await donate(site, '0.15')
  await page.getByLabel('Transaction Hash').fill(txHash)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(verifiedToast(page, '0.15')).toBeVisible()
  await page.getByLabel('Username').fill('Next')
  const late = page.waitForResponse((response) => response.request().method() === 'POST')
  answered.resolve()
  await late
  await expect(page.getByTestId('supporter').first()).toContainText('Late')
  await page.waitForTimeout(1_000)
  await expect(page.getByLabel('Username')).toHaveValue('Next')
  await expect(verifiedToast(page, '0.15')).toHaveCount(1)
})

test('step 2 loads its code when it opens, and only a little', async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    if (/\/assets\/.*\.js$/.test(response.url()))
      sizes.set(response.url(), Number(response.headers()['content-length']))
  })
  await page.goto('/npc1')
  await page.waitForLoadState('networkidle')
  const before = new Set(sizes.keys())
  await continueAs(page, 'Ann', '0.5')
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
  const added = [...sizes].filter(([url]) => !before.has(url))
  expect(added.length).toBeGreaterThan(0)
  expect(added.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(30_000)
})
