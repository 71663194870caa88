import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { runSite } from '../support/running-site.ts'
import { until } from '../support/until.ts'

test('a request under way when the site is told to stop is still answered', async () => {
  const site = await runSite()
  const holder = await site.database.connect()
  await holder.query('begin')
  await holder.query('lock table npcs in access exclusive mode')

  const answered = once(request(`${site.url}/api/npcs`).end(), 'response')
  await until(async () => {
    const { rows } = await site.database.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from npcs order by%'",
    )
    return rows.length > 0
  })
  const stopped = site.stop()
  await until(() =>
    fetch(`${site.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  await holder.query('commit')
  holder.release()

  const [response] = await answered
  expect(response.statusCode).toBe(200)
  expect(await stopped).toEqual({ code: 0, signal: null })
  await site.close()
})
