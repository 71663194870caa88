import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { untilReady } from '../support/browser/page-ready.ts'
import { injectWallet } from '../support/browser/page-wallet.ts'
import { donate, hideDonations } from '../support/ledger/donate.ts'
import { expect, test } from '../support/site/site-test.ts'

/** The background of the main action, of which a screen has one. */
const QUEST_GOLD = 'rgb(255, 201, 60)'

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

/** Collects the names of the CSS animations that start from now on, and that the total counts. */
function recordMotion(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenMotion: seen })
    addEventListener('animationstart', ({ animationName }) => seen.add(animationName))
    new MutationObserver(() => seen.add('counting')).observe(document.body, {
      subtree: true,
      attributeFilter: ['data-counting'],
    })
  })
}

function motionOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { seenMotion: Set<string> }).seenMotion].sort())
}

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
  const submittedToast = page.getByRole('status').filter({
    hasText:
      "Donation Submitted!Your donation has been submitted. We're verifying it on the Solana network...",
  })
  const isSubmitted = submittedToast.waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await isSubmitted
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(verifiedToast(page, '0.25')).toBeVisible()
  await expect(submittedToast).toHaveCount(0)
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

test('4 donations: a wallet in the page is the main way, signs and pays; one that rejects or never answers loses nothing', async ({
  page,
  site,
}) => {
  const wallet = await injectWallet(page)
  await donate(site, '2', '--to', wallet.address)
  await openPayment(page, 'Wallet', '0.75')
  await expect(page.getByRole('button', { name: /Test Wallet/ })).toHaveCSS('background-color', QUEST_GOLD)
  await expect(page.getByRole('button', { name: 'Submit' })).not.toHaveCSS('background-color', QUEST_GOLD)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  await expect(verifiedToast(page, '0.75')).toBeVisible()
  await expect(page.getByTestId('supporter').first()).toContainText('Wallet')
  await expect(page.getByTestId('donation-total')).toHaveText('0.7500 SOL')

  await openPayment(page, 'Wallet', '0.5')
  await wallet.rejectFrom(page)
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  await expect(page.getByRole('alert')).toContainText('The wallet did not complete the request')

  await wallet.ignoreFrom(page)
  await page.getByRole('button', { name: /Test Wallet/ }).click()
  for (const txHash of ['not a hash', await donate(site, '0.5')]) {
    await page.getByLabel('Transaction Hash').fill(txHash)
    await page.getByRole('button', { name: 'Submit' }).click()
  }
  await expect(verifiedToast(page, '0.5')).toBeVisible()
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

test('2 donations: an arriving donation moves, but not the page below the list, and not with reduced motion', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/npc1')
  const below = page.getByRole('heading', { name: 'Roadmap' })
  const placeBelow = () => below.evaluate((heading) => heading.getBoundingClientRect().top + scrollY)
  const before = await placeBelow()
  await recordMotion(page)
  await donate(site, '0.3', '--name', 'First')
  await expect(page.getByTestId('donation-moment')).toBeVisible()
  await expect(page.getByTestId('supporter')).toHaveCount(1)
  await donate(site, '0.4', '--name', 'Second')
  await expect(page.getByTestId('supporter')).toHaveCount(2)
  await expect.poll(() => motionOf(page)).toEqual(expect.arrayContaining(['counting', 'glow', 'row-in']))
  expect(await placeBelow()).toBe(before)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  // Other faces may wrap lines elsewhere.
  const afterReload = await placeBelow()
  await recordMotion(page)
  await donate(site, '0.5', '--name', 'Third')
  await expect(page.getByTestId('supporter')).toHaveCount(3)
  await expect(page.getByTestId('donation-total')).toHaveText('1.2000 SOL')
  expect(await motionOf(page)).toEqual([])
  expect(await placeBelow()).toBe(afterReload)
})

test('2 donations: the day of a donation is that of the visitor', async ({ browser, site }) => {
  await donate(site, '0.3', '--name', 'Night')
  await site.database.query("update donations set created_at = '2026-03-01T23:30:00Z' where npc_id = 1")
  await expect.poll(async () => (await fetch(`${site.url}/npc1`)).text()).toContain('>Mar 1, 2026<')
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', baseURL: site.url })
  const page = await context.newPage()
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto('/npc1')
  await expect(page.getByTestId('supporter')).toContainText('Mar 2, 2026')
  expect(consoleLines).toEqual([])
  await context.close()
})

test('2 donations: on a phone a bar leads to the panel; neither it nor a toast covers what is needed', async ({
  page,
  site,
}) => {
  await donate(site, '0.3')
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/npc1')
  const bar = page.getByRole('button', { name: 'Support · 0.3000 SOL' })
  await expect(bar).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('contentinfo').getByRole('link').click({ trial: true })
  await bar.click()
  await expect(page.getByRole('heading', { name: 'Support this NPC' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Support this NPC' })).toBeInViewport()
  await expect(bar).toHaveCount(0)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('status')).toContainText('Missing Information')
  await expect.poll(() => page.getByLabel('Username').evaluate(isOnTop)).toBe(true)
})

test('2 donations: on a wide screen there is no such bar', async ({ page }) => {
  // So low that the panel beside the roadmap is out of sight at the end of the page.
  await page.setViewportSize({ width: 1440, height: 120 })
  await page.goto('/npc1')
  const bar = page.locator('#support-bar')
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeAttached()
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 1023, height: 120 })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeVisible()
})

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}

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
  // Under the pointer it stays.
  await verifiedToast(page, '0.15').hover()
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
  await untilReady(page)
  const before = new Set(sizes.keys())
  await continueAs(page, 'Ann', '0.5')
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
  const added = [...sizes].filter(([url]) => !before.has(url))
  expect(added.length).toBeGreaterThan(0)
  expect(added.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(30_000)
})
