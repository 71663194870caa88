import { expect, test } from '../support/site-test.ts'

test.beforeEach(async ({ site }) => {
  await site.database.query('truncate npc_votes; update npcs set likes = 0, dislikes = 0')
})

const LIKE = /^Like NPC One/
const DISLIKE = /^Dislike NPC One/

test('4 vote: like, change, remove; the pressed button is highlighted and the list refreshed', async ({
  page,
}) => {
  await page.goto('/')
  const like = page.getByRole('button', { name: LIKE })
  const dislike = page.getByRole('button', { name: DISLIKE })
  const refreshed = page.waitForResponse('**/api/npcs')
  await like.click()
  await refreshed
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('1')
  await dislike.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(dislike).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveText('0')
  await expect(dislike).toHaveText('1')
  await dislike.click()
  await expect(dislike).toHaveAttribute('aria-pressed', 'false')
  await expect(dislike).toHaveText('0')
  await expect(page).toHaveURL('/')
})

test('4 vote: the vote is there again after a reload', async ({ page }) => {
  await page.goto('/')
  const counted = page.waitForResponse('**/vote')
  await page.getByRole('button', { name: LIKE }).click()
  await counted
  await page.reload()
  await expect(page.getByRole('button', { name: LIKE })).toHaveAttribute('aria-pressed', 'true')
})

test('4 vote: on a slow network the last press stands', async ({ page, site }) => {
  await page.goto('/')
  await page.route('**/vote', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.getByRole('button', { name: LIKE }).click()
  await page.getByRole('button', { name: DISLIKE }).click()
  await expect(page.getByRole('button', { name: DISLIKE })).toHaveText('1')
  await expect
    .poll(async () => (await site.database.query('select vote_type from npc_votes')).rows)
    .toEqual([{ vote_type: 'dislike' }])
})

test('4 vote: news that holds the vote already does not count it twice', async ({ page, site }) => {
  await page.goto('/')
  const like = page.getByRole('button', { name: LIKE })
  await expect(like).toHaveText('0')
  await page.route('**/vote', async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.fulfill({ response })
  })
  const seen: (string | null)[] = []
  await like.click()
  for (let look = 0; look < 25; look += 1) {
    seen.push(await like.textContent())
    await page.waitForTimeout(100)
  }
  expect(new Set(seen)).toEqual(new Set(['1']))
  const { rows } = await site.database.query(
    "select data->0->'likes' as likes from events where name = 'npcs'",
  )
  expect(rows).toEqual([{ likes: 1 }])
})

for (const status of [500, 429, 0])
  test(`8 vote: a failure (${status || 'no network'}) takes the press back and says so`, async ({ page }) => {
    await page.goto('/')
    await page.route('**/vote', (route) => (status ? route.fulfill({ status, body: '{}' }) : route.abort()))
    const like = page.getByRole('button', { name: LIKE })
    await like.click()
    const toast = page.getByRole('alert')
    await expect(toast).toHaveAttribute('data-variant', 'destructive')
    await expect(toast).toHaveText('ErrorFailed to submit vote. Please try again.')
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await expect(like).toHaveText('0')
  })
