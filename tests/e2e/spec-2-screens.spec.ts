// Same on any database: once is enough.
import { forgetVotes } from '../support/site/forget-votes.ts'
import { expect, test } from '../support/site/site-test.ts'

test('2 home: the hero with its two ways on', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First ever NPC Streaming platform')
  await expect(page.getByRole('link', { name: 'Become an NPC' }).first()).toHaveAttribute(
    'href',
    '/onboarding',
  )
  await page.getByRole('link', { name: 'Start Watching' }).click()
  await expect(page).toHaveURL('/npc1#stream')
  await expect(page.locator('#stream')).toBeInViewport()
})

test('2 home: four stat cards', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByTestId('stat-active-npcs')).toHaveText('1')
  await expect(page.getByTestId('stat-online-users')).toHaveText(/^\d+$/)
  await expect(page.getByTestId('stat-current-cap')).toHaveText('SOON')
  await expect(page.getByTestId('stat-live-stream')).toHaveText('24/7')
})

test('2 home: three columns on wide screens, one on phones, and a footer', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const tops = () =>
    page.getByTestId('npc-card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
  expect(new Set(await tops()).size).toBe(1)
  await page.setViewportSize({ width: 768, height: 1024 })
  const [first, , third] = await page
    .getByTestId('npc-card')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().width))
  expect(third).toBeGreaterThan(2 * Number(first))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(new Set(await tops()).size).toBe(3)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveAttribute('href', /^https:/)
  await expect(footer).toContainText('Registry code')
})

test('2 card: logo for the first, initials for the others, handle where there is one', async ({ page }) => {
  await page.goto('/')
  const [first, second] = [page.getByTestId('npc-card').nth(0), page.getByTestId('npc-card').nth(1)]
  await expect(first.locator('img')).toHaveAttribute('src', '/icon.svg')
  await expect(first).toContainText('@npcstream')
  await expect(second).toContainText('NP')
  await expect(second).not.toContainText('@')
})

test('2 card: a broken picture gives way to initials; long and large things fit', async ({ page, site }) => {
  const { rows } = await site.database.query(
    `insert into npcs (name, avatar, description, likes) values ($1, '/no-such-picture.png', $2, 1234567) returning id`,
    ['Wolfeschlegelsteinhausenbergerdorff'.repeat(3), 'x'.repeat(2_000)],
  )
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByTestId('npc-card')).toHaveCount(4, { timeout: 1_000 })
    }).toPass()
    const card = page.getByTestId('npc-card').last()
    await expect(card).toContainText('WO')
    await expect(card).toContainText('1,234,567')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  } finally {
    await site.database.query('delete from npcs where id = $1', [rows[0].id])
  }
})

test('2 card: TIP NPC shows its toast and goes nowhere; only live cards have it', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'TIP NPC' })).toHaveCount(1)
  await page.getByRole('button', { name: 'TIP NPC' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Tipping feature coming soon!' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('2 card: the live card with id 1 leads to /npc1, by pointer anywhere and by keyboard', async ({
  page,
}) => {
  await page.goto('/')
  const card = page.locator('[data-npc-id="1"]')
  await card.click({ position: { x: 40, y: 120 } })
  await expect(page).toHaveURL('/npc1')
  await page.goBack()
  await card.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/npc1')
  await page.goBack()
  await expect(page.locator('a a, a button, button a')).toHaveCount(0)
})

test('2 card: an NPC who goes offline says so, cannot be tipped and can still be visited', async ({
  page,
  site,
}) => {
  const setLive = (isLive: boolean) =>
    site.database.query('update npcs set is_live = $1 where id = 1', [isLive])
  await page.goto('/')
  const card = page.locator('[data-npc-id="1"]')
  await expect(card.getByText('LIVE', { exact: true })).toBeVisible()
  try {
    await setLive(false)
    await expect(card.getByText('OFFLINE', { exact: true })).toBeVisible()
    await expect(card.getByText('LIVE', { exact: true })).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'TIP NPC' })).toHaveCount(0)
    await expect(page.getByText('OFFLINE', { exact: true })).toHaveCount(1)
    await card.getByRole('link', { name: 'Visit NPC' }).click()
    await expect(page).toHaveURL('/npc1')
  } finally {
    await setLive(true)
  }
})

test('2 card: an open position says so and leads to the application', async ({ page }) => {
  await page.goto('/')
  const card = page.locator('[data-npc-id="2"]')
  await expect(card).toContainText('POSITION OPEN')
  await card.getByRole('link', { name: 'Apply to be NPC' }).click()
  await expect(page).toHaveURL('/onboarding')
})

test('2 onboarding: requirements, what is provided, the form, the price', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/onboarding')
  const main = page.getByRole('main')
  await expect(page.getByLabel('Name')).toBeInViewport()
  for (const text of ['Dedicated', 'Good internet', 'Age 18+', 'Apply'])
    await expect(main.getByRole('heading', { name: text, exact: true })).toBeVisible()
  for (const text of ['Streaming gadgets', 'Lifetime support', 'Clear vision', 'Community'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main).toContainText('$50 per minute')
  await expect(main).toContainText('1M+ monthly views')
  await page.getByRole('button', { name: 'Advertise Now' }).click()
  await expect(page.getByRole('status')).toContainText('Booking opens soon')
})

test('2 onboarding: on a phone one press leads to the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/onboarding')
  await expect(page.getByLabel('Name')).not.toBeInViewport()
  await page.getByRole('link', { name: 'Go to the form' }).click()
  await expect(page.getByRole('heading', { name: 'Apply now' })).toBeInViewport()
  await expect(page.getByLabel('Name')).toBeInViewport()
})

test('5 onboarding: name and reason are required, the X account is not; nothing is sent', async ({
  page,
}) => {
  await page.goto('/onboarding')
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => {
    const isOfThePage = request.method() === 'GET' || request.url().endsWith('/api/presence')
    if (!isOfThePage || request.url().includes('Ann')) sent.push(`${request.method()} ${request.url()}`)
  })
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Ann')
  await submit.click()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.getByLabel('Reason').fill('To live my goals')
  const dialog = page.waitForEvent('dialog')
  const click = submit.click()
  const alert = await dialog
  expect(alert.type()).toBe('alert')
  expect(alert.message()).toBe('Application submitted! We will review and get back to you.')
  await alert.accept()
  await click
  for (const label of ['Name', 'X Account', 'Reason']) await expect(page.getByLabel(label)).toHaveValue('')
  expect(sent).toEqual([])
})

test('2 npc1: header, mission, weather, roadmap, places for stream and donations', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/npc1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NPC LIVE')
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await expect(page.getByTestId('weather')).toContainText(/-?\d+°C/)
  await expect(page.getByTestId('stream-state')).toHaveAttribute('data-state', 'offline')
  await page.getByRole('button', { name: 'Start my day' }).click()
  await expect(page.locator('#stream')).toBeInViewport()
  await expect(page.locator('#stream')).toBeFocused()
})

test('2 npc1: on a desk the video is wide, header and page align, and support is in view', async ({
  page,
}) => {
  const leftOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/npc1')
  const width = await page.locator('#stream').evaluate((stage) => stage.clientWidth)
  expect(width).toBeGreaterThanOrEqual(960)
  expect(await leftOf('header a')).toBe(await leftOf('#stream'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 })
})

test('2 npc1: says whom one watches, counts a vote and copies the address', async ({
  page,
  context,
  site,
}) => {
  await forgetVotes(site)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto('/npc1')
  await expect(page.getByRole('heading', { name: 'NPC One', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('@npcstream')).toBeVisible()
  await expect(page.getByRole('main').getByText(/\d+ visitors? online/)).toBeVisible()
  const like = page.getByRole('button', { name: /^Like NPC One/ })
  const counted = page.waitForResponse('**/vote')
  await like.click()
  await counted
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('1')
  await like.click()
  await expect(like).toHaveText('0')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/npc1`)
})

test('9 npc1: every milestone and ultimate goal, none completed', async ({ page }) => {
  await page.goto('/npc1')
  const milestones = page.getByTestId('milestone')
  await expect(milestones).toHaveCount(12)
  for (const [index, text] of [
    '70k',
    '80k',
    '90k',
    '150k',
    '150k',
    '250k',
    '3M',
    '3.5M',
    '4M',
    '4.5M',
    '5M',
    '15M',
  ].entries()) {
    await expect(milestones.nth(index)).toContainText(text)
    await expect(milestones.nth(index)).toHaveAttribute('data-completed', 'false')
  }
  await expect(milestones.first()).toContainText('Quit job')
})
