// Same on any database: once is enough.
import { recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { untilReady } from '../support/browser/page-ready.ts'
import { followLink, markPage } from '../support/browser/watching.ts'
import { expect, test } from '../support/site/site-test.ts'

test('a navigation that waits for its answer shows its progress within 300 ms, and shifts nothing', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  await page.goto('/')
  const answer = Promise.withResolvers<void>()
  await page.route('**/npc1', async (route) => {
    await answer.promise
    await route.continue()
  })
  await followLink(page.getByRole('link', { name: 'Start Watching' }))
  const progress = page.getByRole('progressbar', { name: 'Loading page' })
  await expect(progress).toBeVisible()
  const appearsAfterMs = await progress.evaluate((bar) => {
    const { transitionDelay, transitionDuration } = getComputedStyle(bar)
    return 1_000 * (Number.parseFloat(transitionDelay) + Number.parseFloat(transitionDuration))
  })
  expect(appearsAfterMs).toBeLessThanOrEqual(300)
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([])
  answer.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NPC LIVE')
  await expect(progress).toHaveCount(0)
})

test('with reduced motion the progress stands still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/onboarding')
  await page.route(
    (url) => url.pathname === '/',
    () => {},
  )
  await followLink(page.getByRole('link', { name: 'NPC Stream, home' }))
  await expect(page.getByRole('progressbar')).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('a link costs one request: the page is opened from what was requested for it', async ({ page }) => {
  // A busy machine may take longer than the page is fresh.
  await expect(async () => {
    await page.goto('/')
    await followLink(page.getByRole('link', { name: 'Become an NPC' }).first())
    await expect(page).toHaveURL('/onboarding')
    const bytes = await page.evaluate(() => {
      const [opened] = performance.getEntriesByType('navigation')
      return (opened as PerformanceNavigationTiming).transferSize
    })
    expect(bytes).toBe(0)
  }).toPass()
})

test('two quick choices of a language end in the last one, however late the first answer comes', async ({
  page,
}) => {
  await page.goto('/onboarding')
  const late = Promise.withResolvers<void>()
  await page.route('**/api/messages/de', async (route) => {
    await late.promise
    await route.continue()
  })
  const language = page.getByRole('combobox')
  await untilReady(page)
  await language.selectOption('de')
  await expect(language).toHaveValue('de')
  await language.selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const answered = page.waitForResponse('**/api/messages/de')
  late.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(language).toHaveValue('fr')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('fr')
})

test('offline, another page is not opened, and the one that is open stays', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/onboarding')
  await page.getByLabel('Name').fill('Half a na')
  const isSamePage = await markPage(page)
  await untilReady(page)
  await context.setOffline(true)
  for (const name of ['NPC Stream, home', 'About Platform']) {
    await followLink(page.getByRole('link', { name }))
    await expect(page.getByRole('alert').last()).toContainText('You are offline')
  }
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByLabel('Name')).toHaveValue('Half a na')
  expect(await isSamePage()).toBe(true)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await context.setOffline(false)
  await followLink(page.getByRole('link', { name: 'NPC Stream, home' }))
  await expect(page).toHaveURL('/')
})

test('a language in the address is kept on the next pages; another choice takes its place', async ({
  page,
  consoleLines,
}) => {
  const html = page.locator('html')
  const language = page.getByRole('combobox')
  await page.goto('/onboarding?lang=de')
  await expect(language).toHaveValue('de')
  await followLink(page.getByRole('link', { name: 'NPC Stream, Startseite' }))
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Die erste NPC-Streaming-Plattform überhaupt',
  )
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'de')

  await page.goto('/onboarding?lang=fr&from=a-friend')
  await page.getByLabel('Nom').fill('À moitié')
  await language.selectOption('ru')
  await expect(page).toHaveURL('/onboarding?lang=ru&from=a-friend')
  await expect(page.getByLabel('Имя')).toHaveValue('À moitié')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/onboarding\?lang=ru$/)
  await expect(page.locator('link[rel=alternate]')).toHaveCount(7)
  await page.reload()
  await expect(html).toHaveAttribute('lang', 'ru')
  expect(consoleLines).toEqual([])
})
