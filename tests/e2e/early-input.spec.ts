// Same on any database: once is enough.
import type { Page } from '@playwright/test'
import { forgetVotes } from '../support/site/forget-votes.ts'
import { expect, test } from '../support/site/site-test.ts'

/** Opens the page without its scripts. They come once `act` is done. */
async function actEarly(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const acted = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await acted.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act()
  acted.resolve()
}

test('home: a vote, a language and a theme chosen before the scripts run count once they do', async ({
  page,
  site,
}) => {
  await forgetVotes(site)
  const like = page.locator('[data-npc-id="2"] button').first()
  await actEarly(page, '/', async () => {
    // A hand that gets no answer clicks again.
    await like.click()
    await like.click()
    await page.getByRole('combobox').selectOption('es')
    await page.getByRole('banner').getByRole('button').click()
  })
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('5 donations: what is typed before the scripts run is kept, and wins over the remembered name', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('npc_donor', JSON.stringify({ username: 'Before', xAccount: 'before' })),
  )
  await actEarly(page, '/npc1', async () => {
    await page.getByLabel('Username').fill('Ann')
    await page.getByLabel('Amount (SOL)').pressSequentially('0,5')
    await page.getByLabel('Amount (SOL)').press('Enter')
  })
  await expect(page.getByRole('heading', { name: 'Send 0.5 SOL' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('Ann')
  await expect(page.getByLabel('X Account')).toHaveValue('')
})

test('an application sent before the scripts run is taken once they do', async ({ page }) => {
  const dialog = page.waitForEvent('dialog')
  await actEarly(page, '/onboarding', async () => {
    await page.getByLabel('Name').fill('Ann')
    await page.getByLabel('Reason').fill('To live my goals')
    await page.getByRole('button', { name: 'Submit Application' }).click()
  })
  await (await dialog).accept()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('the language of an address is kept by a link that is followed before the scripts run', async ({
  page,
}) => {
  await actEarly(page, '/onboarding?lang=de', async () => {
    await page.getByRole('link', { name: 'NPC Stream, Startseite' }).click()
  })
  await expect(page).toHaveURL('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})
