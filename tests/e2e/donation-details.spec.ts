// Independent of the database: one run is enough.
import { untilReady } from '../support/browser/page-ready.ts'
import { expect, test } from '../support/site/site-test.ts'

const INVALID = 'Invalid AmountPlease enter a valid donation amount'

const PASTED = [
  ['0,5', '0.5'],
  ['1.234,5 SOL', '1234.5'],
  ['0.25', '0.25'],
] as const

const SMALLEST = 'The smallest donation is 0.001 SOL.'
const LARGEST = 'The largest donation is 1,000,000 SOL.'
const BOUNDS = [
  ['0.0009', SMALLEST],
  ['0.000000001', SMALLEST],
  ['1000000.1', LARGEST],
  ['999999999999', LARGEST],
] as const

const UNFIT = [
  ['Username', '\u3164', 'A name must not contain invisible characters.'],
  ['Username', `a${'\u0301'.repeat(20)}`, 'That’s too many accents for one letter.'],
  ['Username', 'a'.repeat(41), 'A name can be up to 40 characters long.'],
  ['X Account', 'ann lee', 'An X account has up to 15 letters, digits and underscores.'],
] as const

for (const locale of ['en-US', 'de-DE'])
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale, permissions: ['clipboard-read', 'clipboard-write'] })

    test('5 donations: a typed comma becomes a decimal point, even in the middle and on a screen keyboard', async ({
      page,
    }) => {
      await page.goto('/npc1')
      await untilReady(page)
      const amount = page.getByRole('spinbutton', { name: 'Amount (SOL)' })
      await amount.pressSequentially(' 0,5')
      await expect(amount).toHaveValue('0.5')
      await amount.fill('')
      await amount.pressSequentially('125')
      for (const key of ['ArrowLeft', 'ArrowLeft', ',']) await page.keyboard.press(key)
      await expect(amount).toHaveValue('1.25')
      await amount.fill('')
      await amount.focus()
      await page.keyboard.insertText('0,75')
      await expect(amount).toHaveValue('0.75')
      await page.getByLabel('Username').fill('Ann')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { name: 'Send 0.75 SOL' })).toBeVisible()
    })

    test('5 donations: a pasted amount keeps its decimals', async ({ page }) => {
      await page.goto('/npc1')
      await untilReady(page)
      const amount = page.getByLabel('Amount (SOL)')
      for (const [copied, pasted] of PASTED) {
        await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
        await amount.fill('')
        await amount.focus()
        await page.keyboard.press('ControlOrMeta+v')
        await expect(amount).toHaveValue(pasted)
      }
    })
  })

test('5 donations: in German 0,5 is half a SOL too, and is shown with a comma', async ({ page, site }) => {
  await page.context().addCookies([{ name: 'lang', value: 'de', url: site.url }])
  await page.goto('/npc1')
  await page.getByLabel('Benutzername').fill('Ann')
  await page.getByLabel('Betrag (SOL)').pressSequentially('0,5')
  const begun = page.waitForRequest('**/donation-intents')
  await page.getByRole('button', { name: 'Weiter' }).click()
  expect((await begun).postDataJSON()).toMatchObject({ amount: 0.5 })
  await expect(page.getByRole('heading', { name: 'Sende 0,5 SOL' })).toBeVisible()
})

test('5 donations: a quick pick sets the amount, which can still be typed', async ({ page, site }) => {
  await page.context().addCookies([{ name: 'lang', value: 'de', url: site.url }])
  await page.goto('/npc1')
  const picks = page.getByRole('group', { name: 'Schnellauswahl' }).getByRole('button')
  await expect(picks).toHaveText(['0,05', '0,1', '0,5', '1'])
  await page.getByLabel('Benutzername').fill('Ann')
  await picks.first().click()
  await expect(page.getByLabel('Betrag (SOL)')).toHaveValue('0.05')
  await expect(picks.first()).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Betrag (SOL)').fill('0.10')
  await expect(picks.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(picks.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('heading', { name: 'Sende 0,1 SOL' })).toBeVisible()
})

test('5 donations: an amount out of bounds stays in step 1, which shows the limit', async ({ page }) => {
  await page.goto('/npc1')
  await page.getByLabel('Username').fill('Ann')
  const field = page.getByLabel('Amount (SOL)')
  for (const [amount, bound] of BOUNDS) {
    await field.fill(amount)
    await expect(field).toHaveAttribute('aria-invalid', 'false')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('status').last()).toHaveText(INVALID)
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(bound)
  }
  await expect(page.getByLabel('Transaction Hash')).toHaveCount(0)
})

test('5 donations: a name or an account that cannot be listed stays in step 1, which shows why', async ({
  page,
}) => {
  await page.goto('/npc1')
  await page.getByLabel('Amount (SOL)').fill('0.5')
  for (const [field, value, fault] of UNFIT) {
    await page.getByLabel('Username').fill('Ann')
    await page.getByLabel(field).fill(value)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel(field)).toBeFocused()
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(fault)
  }
  await expect(page.getByLabel('Transaction Hash')).toHaveCount(0)
})

test('8 donations: a field that the server rejects shows the message of the server', async ({ page }) => {
  await page.goto('/npc1')
  await page.route('**/donation-intents', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 422, detail: 'Not this account.', code: 'x_account_form' }),
    }),
  )
  await page.getByLabel('Username').fill('Ann')
  await page.getByLabel('X Account').fill('@ann')
  await page.getByLabel('Amount (SOL)').fill('0.5')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('X Account')).toHaveAccessibleDescription('Not this account.')
  await expect(page.getByLabel('X Account')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue('Ann')
  await page.unroute('**/donation-intents')
  await page.getByLabel('X Account').fill('@ann_lee')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this payment' })).toBeVisible()
})
