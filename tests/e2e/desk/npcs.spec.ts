import sharp from 'sharp'
import { expect, expectGoodDeskPage, SMALL, test } from '../../support/desk/desk-test.ts'

test.use({ siteName: 'npcs' })

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
}

test('an operator orders, edits and fills, and the open page of a visitor follows', async ({
  operator,
  page,
  consoleLines,
  callDesk,
}) => {
  await page.goto('/')
  const cards = page.getByTestId('npc-card')
  const card = page.locator('[data-npc-id="2"]')
  await expect(page.locator('[data-npc-id="1"] img')).toHaveAttribute('src', '/icon.svg')

  await operator.goto('/npcs')
  await expect(operator.getByRole('link', { name: 'Edit NPC Two' })).toBeVisible()
  await expectGoodDeskPage(operator)
  // The rows below move up; this one keeps the focus while React moves it.
  const down = operator.getByRole('button', { name: 'Move NPC One down' })
  await down.focus()
  await operator.keyboard.press('Enter')
  await expect(operator.getByText('NPC One is number 2 now.')).toBeVisible()
  await expect(down).toBeFocused()
  await expect(cards.first()).toHaveAttribute('data-npc-id', '2')
  await expect(card.locator('img')).toHaveAttribute('src', '/icon.svg')

  await operator.getByRole('link', { name: 'Edit NPC Two' }).click()
  await operator.getByLabel('Name').fill('Ann Lee')
  await operator.getByLabel('X account').fill('https://x.com/ann_lee')
  await operator.getByLabel('Description (English)').fill('Bakes bread for the whole street.')
  await operator.getByLabel('Description (German)').fill('Backt Brot für die ganze Straße.')
  const preview = operator.getByTestId('npc-card')
  await expect(preview).toContainText('Bakes bread for the whole street.')
  await operator.getByLabel('Language of the preview').selectOption('German')
  await expect(preview).toContainText('Backt Brot für die ganze Straße.')
  await expect(preview).toContainText('PLATZ FREI')
  await expectGoodDeskPage(operator)
  await expect(card).toContainText('NPC Two')
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Saved. The pages follow within a second.')).toBeVisible()
  await expect(card).toContainText('Ann Lee')
  await expect(card).toContainText('@ann_lee')
  await expect(card.getByText('Bakes bread for the whole street.')).toHaveAttribute('lang', 'en')

  await operator.getByRole('button', { name: 'Fill the position' }).click()
  await expect(operator.getByText('The position is filled.')).toBeVisible()
  await expect(card).not.toContainText('POSITION OPEN')

  const chooser = operator.getByLabel('Upload a picture')
  await chooser.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await expect(operator.getByText('This file is none of them, whatever its name.')).toBeVisible()
  await chooser.setInputFiles({
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(operator.getByText('An avatar has at most 5 MB.')).toBeVisible()
  await chooser.setInputFiles({ name: 'cat.txt', mimeType: 'text/plain', buffer: await picture('teal') })
  await expect(operator.getByText('The avatar is changed.')).toBeVisible()
  const uploaded = /^\/avatars\/[0-9a-f]{64}\.webp$/
  for (const where of [card, preview]) {
    const image = where.locator('img')
    await expect(image).toHaveAttribute('src', uploaded)
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(256)
  }
  await expectGoodDeskPage(operator)

  await page.getByRole('combobox').selectOption('DE')
  await expect(card.getByText('Backt Brot für die ganze Straße.')).toHaveAttribute('lang', 'de')
  await page.reload()
  await expect(card.getByText('Backt Brot für die ganze Straße.')).toHaveAttribute('lang', 'de')
  expect(consoleLines).toEqual([])

  const { details, revision } = (await (await callDesk('GET', '/api/npcs/2')).json()) as {
    details: object
    revision: string
  }
  await operator.getByLabel('Name').fill('Ann of the Bakery')
  const other = { ...details, revision, name: 'Ann Other' }
  expect((await callDesk('PUT', '/api/npcs/2', other)).status).toBe(200)
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Somebody else has changed this NPC meanwhile.')).toBeVisible()
  await expect(operator.getByLabel('Name')).toHaveValue('Ann of the Bakery')
  await expect(operator.getByRole('region', { name: 'Saved meanwhile' })).toContainText('Ann Other')
  await expect(card).toContainText('Ann Other')
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Ann of the Bakery')
})

test('a new NPC gets a card, and a form with a fault says which', async ({ operator, page }) => {
  await page.goto('/')
  await operator.goto('/npcs')
  await operator.getByRole('button', { name: 'Create the NPC' }).click()
  await expect(operator.getByText('A name has 1 to 60 characters.')).toBeVisible()
  await operator.getByLabel('Name').fill('Zoe')
  await operator.getByRole('button', { name: 'Create the NPC' }).click()
  await expect(operator.getByText('The description in English has 1 to 500 characters.')).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.getByLabel('Description (English)').fill('Climbs every hill of Estonia.')
  await operator.getByRole('button', { name: 'Create the NPC' }).click()
  await expect(operator.getByRole('heading', { name: /^NPC \d+: Zoe$/ })).toBeVisible()
  const card = page.getByTestId('npc-card').last()
  await expect(card).toContainText('Zoe')
  await expect(card).toContainText('POSITION OPEN')
})

test('an NPC writes the mission, and marks steps with one tap that every visitor sees', async ({
  openAsNpc,
  page,
  site,
}) => {
  await page.setViewportSize(SMALL)
  await page.goto('/npc1')
  const mission = page.getByRole('region', { name: 'Current mission' })
  const steps = mission.getByTestId('step')
  await expect(mission).toContainText('Reach the first milestone')
  await expect(steps).toHaveCount(0)

  const npc = await openAsNpc('1')
  await npc.goto('/')
  await npc.getByRole('navigation').getByRole('link', { name: 'Mission' }).click()
  await expectGoodDeskPage(npc)
  for (const text of ['Swim in the sea', 'Call a friend']) {
    await npc.getByLabel('New step').fill(text)
    await npc.getByRole('button', { name: 'Add' }).click()
    await expect(npc.getByLabel('New step')).toHaveValue('')
  }
  await expect(steps).toHaveText(['Swim in the sea', 'Call a friend'])
  await npc.getByRole('button', { name: 'Swim in the sea' }).click()
  await expect(npc.getByRole('button', { name: 'Swim in the sea' })).toHaveAttribute('aria-pressed', 'true')
  await expect(steps.first()).toHaveAttribute('data-done', 'true')
  await expect(mission).toContainText('1 of 2 done')

  await npc.getByLabel('Mission (English)').fill('Learn to surf before winter.')
  await npc.getByLabel('Mission (German)').fill('Vor dem Winter surfen lernen.')
  await npc.route('**/mission', async (route) => {
    await npc.getByLabel('Mission (Spanish)').fill('Typed while it is being saved')
    await route.continue()
  })
  await npc.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mission.getByText('Learn to surf before winter.')).toHaveAttribute('lang', 'en')
  await page.getByRole('combobox').selectOption('DE')
  await expect(page.getByText('Vor dem Winter surfen lernen.')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('1 von 2 geschafft')).toBeVisible()
  await page.goto('/npc1?lang=fr')
  await expect(page.getByText('Learn to surf before winter.')).toHaveAttribute('lang', 'en')
  await expect(page.getByTestId('step')).toHaveCount(2)

  await npc.getByRole('button', { name: 'Change the list' }).click()
  await expectGoodDeskPage(npc)
  const down = npc.getByRole('button', { name: 'Move Swim in the sea down' })
  await down.press('Enter')
  await expect(page.getByTestId('step').first()).toContainText('Call a friend')
  await expect(npc.getByRole('textbox', { name: 'Step 2' })).toHaveValue('Swim in the sea')
  await expect(down).toBeFocused()
  npc.once('dialog', (dialog) => dialog.accept())
  await npc.getByRole('button', { name: 'Remove all steps' }).click()
  await expect(page.getByTestId('step')).toHaveCount(0)
  const { rows } = await site.database.query("select count(*)::int from audit_log where action like '%step%'")
  expect(rows[0]?.count).toBe(5)
  await expect(npc.getByLabel('Mission (Spanish)')).toHaveValue('Typed while it is being saved')
  await npc.unroute('**/mission')
  await npc.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(npc.getByText('Saved.')).toBeVisible()
  await npc.goto('/npcs')
  await expect(npc.getByText('Only an operator can open this page.')).toBeVisible()
})
