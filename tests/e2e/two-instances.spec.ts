import { donate } from '../support/ledger/donate.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { expect, test } from '../support/site/site-test.ts'
import { databaseVariables, VISITOR_SECRET } from '../support/site/site-variables.ts'

let one: RunningSite
let other: SiteProcess

test.beforeAll(async () => {
  one = await runSite({ VISITOR_SECRET })
  other = startSite({ ...databaseVariables(one.databaseUrl), DATA_DIR: one.dataDir })
})

test.afterAll(async () => {
  await other.stop()
  await one.close()
})

test('a vote, a donation and a visitor at one instance are seen at the other, without a reload', async ({
  browser,
}) => {
  const [here, there] = await Promise.all([browser.newContext(), browser.newContext()])
  const [home, live, elsewhere] = await Promise.all([here.newPage(), here.newPage(), there.newPage()])
  const otherUrl = await other.opened
  await home.goto(one.url)
  await expect(home.getByTestId('online-count')).toHaveText('1')
  await live.goto(`${one.url}/npc1`)
  await elsewhere.goto(otherUrl)

  await expect(home.getByTestId('online-count')).toHaveText('3')

  await elsewhere.locator('[data-npc-id="1"]').getByRole('button', { name: /^Like/ }).click()
  await expect(home.locator('[data-npc-id="1"]').getByRole('button', { name: /^Like/ })).toHaveText('1')

  await donate({ ...one, url: otherUrl }, '0.25', '--name', 'Far')
  await expect(live.getByTestId('supporter').first()).toContainText('Far')
  await expect(live.getByTestId('donation-total')).toHaveText('0.2500 SOL')
})
