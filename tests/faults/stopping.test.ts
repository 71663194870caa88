import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { runSite } from '../support/running-site.ts'

test('a request under way when the site is told to stop is still answered', async () => {
  const site = await runSite()
  const holder = await site.database.connect()
  await holder.query('begin')
  await holder.query('lock table npcs in access exclusive mode')

  const underWay = request(`${site.url}/api/npcs`).end()
  await expect
    .poll(async () => {
      const { rows } = await holder.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
      return rows.length
    })
    .toBeGreaterThan(0)
  const stopped = site.stop()
  await expect
    .poll(() =>
      fetch(`${site.url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  await holder.query('commit')
  holder.release()

  const [response] = await once(underWay, 'response')
  expect(response.statusCode).toBe(200)
  expect(await stopped).toEqual({ code: 0, signal: null })
  await site.close()
})
