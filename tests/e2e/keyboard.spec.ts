// Same on any database: once is enough.
import type { Locator, Page } from '@playwright/test'
import { donate, hideDonations } from '../support/ledger/donate.ts'
import { forgetVotes } from '../support/site/forget-votes.ts'
import { expect, test } from '../support/site/site-test.ts'

const MAX_TABS = 80

/** As a hand on the keyboard does it: Tab until the thing has the focus, and the focus can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toHaveCSS('outline-style', 'solid')
      return
    }
  }
  throw new Error(`${target} is not reached by Tab`)
}

test.afterEach(({ site }) => hideDonations(site))

test('by keyboard: the skip link leads past the header', async ({ page }) => {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await tabTo(page, skip)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Start Watching' })).toBeFocused()
})

test('by keyboard: theme and language', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('combobox'))
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('combobox')).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('button'))
  await page.keyboard.press('Space')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('by keyboard: vote, tip, close the toast, open the live page', async ({ page, site }) => {
  await forgetVotes(site)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const card = page.locator('[data-npc-id="1"]')
  await tabTo(page, card.getByRole('link'))
  await tabTo(page, card.getByRole('button', { name: /^Like/ }))
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, card.getByRole('button', { name: /^Dislike/ }))
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: /^Dislike/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: /^Dislike/ })).toHaveAttribute('aria-pressed', 'false')
  await tabTo(page, card.getByRole('button', { name: 'TIP NPC' }))
  await page.keyboard.press('Enter')
  // Under the pointer it stays.
  await page.getByRole('status').hover()
  await tabTo(page, page.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveCount(0)
  await tabTo(page, card.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/npc1')
})

test('by keyboard: apply, advertise, start the day', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Become an NPC' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding')
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('Ann')
  await tabTo(page, page.getByLabel('X Account'))
  await tabTo(page, page.getByLabel('Reason'))
  await page.keyboard.type('To live my goals')
  await tabTo(page, page.getByRole('button', { name: 'Submit Application' }))
  const dialog = page.waitForEvent('dialog')
  const press = page.keyboard.press('Enter')
  await (await dialog).accept()
  await press
  await expect(page.getByLabel('Name')).toHaveValue('')
  await tabTo(page, page.getByRole('button', { name: 'Advertise Now' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('status')).toContainText('Booking opens soon')
  await page.goto('/npc1')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByRole('button', { name: 'Start my day' }))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('stream-state')).toBeInViewport()
})

test('by keyboard: donate, go back, paste the hash, submit', async ({ page, site }) => {
  await page.goto('/npc1')
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type('Key')
  await tabTo(page, page.getByLabel('X Account'))
  await tabTo(page, page.getByLabel('Amount (SOL)'))
  await page.keyboard.type('0.015')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Back' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Copy address' }))
  await tabTo(page, page.getByLabel('Transaction Hash'))
  await page.keyboard.insertText(await donate(site, '0.015'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Donation Verified!' })).toBeVisible()
  await expect(page.getByTestId('supporter').first()).toContainText('Key')
})
