import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectPlaying } from '../../support/browser/watching.ts'
import { expect, expectGoodDeskPage, test } from '../../support/desk/desk-test.ts'
import { donate } from '../../support/ledger/donate.ts'
import { kill, SMALL_CLIP, startCamera } from '../../support/video/camera.ts'

test.use({ siteName: 'today' })

const HOUR_MS = 60 * 60_000

const finding = (page: Page, id: string) => page.locator(`[data-finding="${id}"]`)

/** As an instance that saw three visitors and two players wrote it, but for the hour before the last. */
function writeHistory({ database }: { database: { query(text: string): Promise<unknown> } }) {
  return database.query(`
    insert into history_minutes (minute, instance, visitors, players, votes, by_npc, machine)
    select minute, '00000000-0000-4000-8000-000000000000', 3, 2, 0,
      '{"1": {"likes": 0, "dislikes": 0, "players": 2}}',
      '{"memory_bytes": 1, "disk": null, "backup_at": null}'
    from generate_series(date_trunc('hour', now()) - interval '6 hours', now() - interval '10 minutes', '1 minute') minute
    where minute not between date_trunc('hour', now()) - interval '2 hours' and date_trunc('hour', now()) - interval '1 hour'`)
}

test('an operator reads what a camera, a visitor, a vote and a donation change, and sees what needs a look', async ({
  operator,
  page,
  site,
}) => {
  await operator.goto('/')
  await expect(operator).toHaveTitle('Today · NPC Stream desk')
  await expect(finding(operator, 'stream')).toContainText('Nobody is live.')
  await expect(finding(operator, 'votes')).toContainText('0 votes')
  await expect(finding(operator, 'donations')).toContainText('No donation in the last hour.')
  await expect(finding(operator, 'queue')).toContainText('No payment waits to be checked.')
  await expect(finding(operator, 'rpcs')).toContainText('The RPC answers.')
  await expect(finding(operator, 'disk')).toContainText(/[\d.]+ GB free/)
  await expect(finding(operator, 'instances')).toContainText(/One instance runs, with \d+ MB of memory\./)
  await expect(finding(operator, 'backup')).toContainText('Look at this')
  await expect(finding(operator, 'backup')).toContainText(/There is no backup yet\.\s*Run “npm run backup/)
  await expectGoodDeskPage(operator)

  const camera = startCamera(site, ...SMALL_CLIP)
  const backup = { at: new Date(Date.now() - 3 * HOUR_MS), bytes: 1, path: 'x.backup' }
  await writeFile(join(site.dataDir, 'last-backup.json'), JSON.stringify(backup))
  await writeHistory(site)
  const [paid] = await Promise.all([donate(site, '0.42', '--name', 'Ann'), page.goto('/')])
  expect(paid).not.toBe('')
  await page.locator('[data-npc-id="1"]').getByRole('button', { name: /^Like/ }).click()
  await expect(page.locator('[data-npc-id="1"]').getByRole('button', { name: /^Like/ })).toHaveText('1')
  await page.goto('/npc1')
  await expectPlaying(page)

  // Without a reload: the page reads again by itself, and what has the focus keeps it.
  const link = operator.getByRole('navigation').getByRole('link', { name: 'People' })
  await link.focus()
  await expect(finding(operator, 'stream-1')).toContainText(
    /NPC One is live at [\d.]+ [kM]bit\/s, \d\.\d s behind\. 1 player plays it\./,
  )
  await expect(finding(operator, 'visitors')).toContainText(/\d visitors? (is|are) on the site\. 1 player/)
  await expect(finding(operator, 'votes')).toContainText(/1 vote, 1 more than at \d\d:\d\d\./)
  await expect(finding(operator, 'donations')).toContainText('1 donation in the last hour, 0.42 SOL.')
  await expect(finding(operator, 'backup')).toContainText('Fine')
  await expect(finding(operator, 'backup')).toContainText('The last backup is 3 hours old.')
  await expect(link).toBeFocused()

  const visitors = operator.getByRole('figure', { name: 'Visitors at once' })
  const donations = operator.getByRole('figure', { name: 'Donations per hour' })
  // The plots are read once per minute.
  await expect(async () => {
    await operator.reload()
    await expect(visitors).toContainText(
      /Most: 3, at \d\d:\d\d\. Fewest: \d\. Not measured for \d+ minutes: striped\./,
      { timeout: 3_000 },
    )
    await expect(donations).toContainText('1 in all.', { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await expect(visitors.locator('[data-part="gap"]').first()).toBeAttached()
  await expect(visitors.locator('[data-part="run"]').nth(1)).toBeAttached()
  await operator.getByText('The same in numbers').click()
  await expect(operator.getByRole('table').getByRole('row')).not.toHaveCount(0)
  await expectGoodDeskPage(operator)

  // At the end of the minute, the site writes what it has seen.
  const written = () =>
    site.database.query(
      `select visitors, (by_npc -> '1' ->> 'players')::real as players, (by_npc -> '1' ->> 'bits_per_s')::real as bits
       from history_minutes where machine -> 'disk' ->> 'free_bytes' is not null and players > 0.3`,
    )
  await expect.poll(async () => (await written()).rows.length, { timeout: 70_000 }).toBeGreaterThan(0)
  expect((await written()).rows[0]?.bits).toBeGreaterThan(10_000)
  await kill(camera)
  await expect(finding(operator, 'stream-1')).toContainText('NPC One’s stream is interrupted')
})

test('the member of an NPC sees their own stream and what else they may open', async ({ openAsNpc }) => {
  const nina = await openAsNpc('2')
  await nina.goto('/')
  await expect(nina.getByRole('heading', { level: 2 }).first()).toHaveText('NPC Two today')
  await expect(finding(nina, 'stream-2')).toContainText('NPC Two is offline.')
  await expect(finding(nina, 'votes')).toContainText('0 likes, 0 dislikes')
  await expect(finding(nina, 'donations')).toContainText('No donation in the last hour.')
  await expect(nina.getByRole('main').getByRole('link', { name: 'Sessions' })).toBeVisible()
  await expect(finding(nina, 'disk')).toHaveCount(0)
  await expectGoodDeskPage(nina)
})

test('a page that cannot be read any more says from when its values are', async ({ operator }) => {
  await operator.goto('/')
  await expect(finding(operator, 'disk')).toBeVisible()
  await operator.route('**/api/today', (route) => route.abort())
  await operator.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(operator.getByRole('alert').filter({ hasText: 'no longer current' })).toContainText(
    /This is from \d\d:\d\d:\d\d and no longer current\. The desk does not answer\./,
  )
  await expect(finding(operator, 'disk')).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.unroute('**/api/today')
  await operator.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(operator.getByText(/^As of \d\d:\d\d:\d\d\.$/)).toBeVisible()
})

test('a new site says when there will be plots', async ({ operator }) => {
  const gaps = Array(288).fill(null)
  const json = { from_ms: 0, visitors: gaps, players: gaps, votes: gaps, donations: Array(288).fill(0) }
  await operator.route('**/api/today/history', (route) => route.fulfill({ json }))
  await operator.goto('/')
  await expect(operator.getByText('The history begins with the first full minute')).toBeVisible()
  await expect(operator.getByRole('figure')).toHaveCount(0)
  await expectGoodDeskPage(operator)
})
