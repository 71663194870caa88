// Same on any database: once is enough.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/site/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/no-such-page']
const CURRENT: Record<string, string[]> = {
  '/': ['NPC Stream, home'],
  '/onboarding': ['Onboarding'],
  '/npc1': ["NPC's"],
}

/** The events would soon bring the real number. */
async function showOnline(page: Page, online: number): Promise<void> {
  await page.route('**/api/events*', (route) => route.abort())
  await page.route('**/api/presence', (route) => route.fulfill({ json: { online } }))
}

for (const path of PAGES)
  test(`1: ${path} has the sticky header with logo, name, links, counter, language and theme`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect(header).toHaveCSS('position', 'sticky')
    await expect(header.locator('svg').first()).toBeVisible()
    await expect(header).toContainText('NPC Stream')
    const origin = path === '/' ? '' : '/'
    for (const [name, target] of [
      ["NPC's", '#npcs'],
      ['Onboarding', '#onboarding'],
      ['About Platform', '#about'],
    ] as const)
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        `${origin}${target}`,
      )
    await expect(header.getByTestId('online-count')).toHaveText(/^\d+$/)
    await expect(header.getByRole('combobox', { name: 'Language' }).locator('option')).toHaveText([
      'EN',
      'ES',
      'FR',
      'DE',
      'RU',
      'ZH',
    ])
    await expect(header.getByRole('button')).toHaveCount(1)
    const current = await header
      .locator('[aria-current]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent))
    expect(current).toEqual(CURRENT[path] ?? [])
  })

test('1: the links are hidden on small screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'About Platform' })).toBeHidden()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(page.getByRole('link', { name: 'About Platform' })).toBeVisible()
})

for (const width of [360, 375, 390, 404])
  test(`1: the header fits into ${width} px beside a scrollbar that takes room, also without our faces`, async ({
    page,
  }) => {
    await showOnline(page, 99_999)
    await page.setViewportSize({ width, height: 800 })
    const overflow = async () => {
      await page.goto('/npc1')
      await expect(page.getByTestId('online-count')).toHaveText('99,999')
      return page.evaluate(() => {
        const room = innerWidth - 15
        document.documentElement.style.width = `${room}px`
        const parts = [...document.querySelectorAll('header > div > *')].filter((part) =>
          part.checkVisibility(),
        )
        return Math.max(...parts.map((part) => part.getBoundingClientRect().right)) - room
      })
    }
    expect(await overflow()).toBeLessThanOrEqual(-15)
    await page.route('**/*.woff2', (route) => route.abort())
    expect(await overflow()).toBeLessThanOrEqual(-15)
  })

test('1: the whole name of the product fits from 360 px, beside a large number of visitors', async ({
  page,
}) => {
  await showOnline(page, 99_999)
  for (const width of [360, 390, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await expect(page.getByTestId('online-count')).toHaveText('99,999')
    const name = page.getByRole('banner').getByText('NPC Stream', { exact: true })
    await expect(name).toBeInViewport({ ratio: 1 })
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(65)
  }
})

for (const target of ['npcs', 'onboarding', 'about'])
  test(`1: #${target} exists on home`, async ({ page }) => {
    await page.goto(`/#${target}`)
    await expect(page.locator(`#${target}`)).toBeInViewport()
  })

test('4: the theme is dark at first, toggles the class, and is remembered without a flash', async ({
  page,
}) => {
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveClass('dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(html).not.toHaveClass('dark')
  await page.goto('/onboarding', { waitUntil: 'commit' })
  await expect(html).not.toHaveClass('dark')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html).toHaveClass('dark')
})

test('4: the language is EN by default, changes in place, keeps a half-filled form, and is remembered', async ({
  page,
}) => {
  await page.goto('/onboarding')
  await page.getByLabel('Name').fill('Half a na')
  const language = page.getByRole('combobox', { name: 'Language' })
  await expect(language).toHaveValue('en')
  await language.selectOption('de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NPC werden')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('NPC werden · NPC Stream')
  await expect(page.getByLabel('Name')).toHaveValue('Half a na')
  const response = await page.reload()
  expect(await response?.text()).toContain('<html lang="de"')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NPC werden')
})

test('4: a language that cannot be loaded says so and changes nothing', async ({ page }) => {
  await page.goto('/')
  await page.route('**/api/messages/*', (route) => route.abort())
  await page.getByRole('combobox').selectOption('ru')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load that language')
  await expect(page.getByRole('combobox')).toHaveValue('en')
})
