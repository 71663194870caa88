import type { Page } from '@playwright/test'
import type { PoolClient } from 'pg'
import { runSite } from '../support/site/running-site.ts'
import { expect, test } from '../support/site/site-test.ts'

/** Holds the table so that every reader waits, for as long as the callback runs. */
async function whileTheListIsSlow(database: { connect(): Promise<PoolClient> }, act: () => Promise<void>) {
  const client = await database.connect()
  await client.query('begin')
  await client.query('lock table npcs in access exclusive mode')
  try {
    await act()
  } finally {
    await client.query('commit')
    client.release()
  }
}

/** The list that a site announces when it starts could still come by event. */
async function holdEvents(page: Page): Promise<void> {
  await page.route('**/api/events*', () => {})
}

test('the first page of a slow database says that the NPCs are loading, and fills itself', async ({
  page,
  consoleLines,
}) => {
  const coldSite = await runSite()
  await holdEvents(page)
  await whileTheListIsSlow(coldSite.database, async () => {
    await page.goto(coldSite.url)
    await expect(page.getByText('Loading NPCs...')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await expect(page.getByTestId('npc-card')).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'NPC One' })).toHaveCount(2)
  expect(consoleLines).toEqual([])
  await coldSite.close()
})

test('a page that has been complete stays so while the database is slow', async ({ page, site }) => {
  await page.goto('/')
  await page.goto('/no-such-place')
  await whileTheListIsSlow(site.database, async () => {
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByTestId('npc-card')).toHaveCount(3)
  })
})

test('a list that cannot be had is said quietly, and a retry brings it', async ({ page }) => {
  const coldSite = await runSite()
  await holdEvents(page)
  await coldSite.database.query('alter table npcs rename to npcs_away')
  await page.goto(coldSite.url)
  await expect(page.getByText('The NPCs have stepped off the map.')).toBeVisible()
  await coldSite.database.query('alter table npcs_away rename to npcs')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('npc-card')).toHaveCount(3)
  await coldSite.close()
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the first page of a slow database is asked for again until it is whole', async ({ page }) => {
    const coldSite = await runSite()
    await whileTheListIsSlow(coldSite.database, async () => {
      await page.goto(coldSite.url)
      await expect(page.getByText('Loading NPCs...')).toBeVisible()
    })
    await expect(page.getByTestId('npc-card').first()).toBeVisible()
    await coldSite.close()
  })
})
