import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { emptyDatabase } from '../support/database/test-database.ts'
import { fetchWholePage } from '../support/site/fetch-whole-page.ts'
import { startSite } from '../support/site/site-process.ts'
import { databaseVariables } from '../support/site/site-variables.ts'

test('six processes that start at once on an empty database all come up, with one schema and one seed', async () => {
  const { url, drop } = await emptyDatabase(inject('databaseServer'))
  const folder = await temporaryFolder()
  const sites = Array.from({ length: 6 }, () =>
    startSite({ ...databaseVariables(url), DATA_DIR: folder.path }),
  )
  const addresses = await Promise.all(sites.map((site) => site.opened))
  for (const address of addresses) {
    const home = await fetchWholePage(address)
    expect(home.status).toBe(200)
    expect((await home.text()).match(/data-testid="npc-card"/g)).toHaveLength(3)
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select name, applied_at from schema_migrations order by name')
  expect(new Set(rows.map((row) => row.applied_at.getTime())).size).toBe(1)
  await client.end()
  for (const site of sites) expect(await site.stop()).toEqual({ code: 0, signal: null })
  await drop()
  await folder.remove()
})
