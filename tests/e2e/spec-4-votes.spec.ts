import { forgetVotes } from '../support/site/forget-votes.ts'
import { expect, test } from '../support/site/site-test.ts'

test.beforeEach(async ({ site }) => {
  await forgetVotes(site)
  await site.database.query('update npcs set x_account = null where id = 2')
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

test('4 vote: a vote is highlighted in every tab of the visitor, changed and removed too', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    const known = tab.waitForResponse('**/api/votes')
    await tab.goto('/')
    await known
  }
  await page.getByRole('button', { name: LIKE }).click()
  await expect(other.getByRole('button', { name: LIKE })).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByRole('button', { name: LIKE })).toHaveText('1')
  await other.getByRole('button', { name: DISLIKE }).click()
  await expect(page.getByRole('button', { name: LIKE })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: DISLIKE })).toHaveAttribute('aria-pressed', 'true')
  await other.getByRole('button', { name: DISLIKE }).click()
  await expect(page.getByRole('button', { name: DISLIKE })).toHaveAttribute('aria-pressed', 'false')
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
  const answer = Promise.withResolvers<void>()
  await page.route('**/vote', async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  const seen = await like.evaluateHandle((button) => {
    const texts: (string | null)[] = []
    const watched = { subtree: true, childList: true, characterData: true }
    new MutationObserver(() => texts.push(button.textContent)).observe(button, watched)
    return texts
  })
  await like.click()
  await expect(like).toHaveText('1')
  // A change of another NPC that shows here: the news of the vote was announced before it, or with it.
  await expect
    .poll(async () => (await site.database.query('select likes from npcs where id = 1')).rows)
    .toEqual([{ likes: 1 }])
  await site.database.query("update npcs set x_account = 'after_the_vote' where id = 2")
  await expect(page.getByText('@after_the_vote')).toBeVisible()
  const refreshed = page.waitForResponse('**/api/npcs')
  answer.resolve()
  await refreshed
  await expect(like).toHaveText('1')
  expect(new Set(await seen.jsonValue())).toEqual(new Set(['1']))
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
