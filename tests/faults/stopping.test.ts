import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { findRunningSite } from '../../scripts/support/find-running-site.ts'
import { processesOf } from '../support/site/processes.ts'
import { runSite } from '../support/site/running-site.ts'
import { until } from '../support/until.ts'

test('a request in progress is answered before the site stops', async () => {
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

test('scripts find a site until it stops, and it reports when it stops and when it has stopped', async () => {
  const site = await runSite()
  const rtmp = `rtmp://localhost:${site.rtmpPort}/live`
  expect(await findRunningSite(site.dataDir)).toEqual({
    site: site.url,
    rtmp,
    rtmps: null,
    desk: null,
    pid: site.pid,
  })
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  expect(site.output().out.trimEnd().split('\n').slice(-2)).toEqual([
    'NPC Stream is stopping (SIGTERM)',
    'NPC Stream has stopped',
  ])
  expect(await findRunningSite(site.dataDir)).toBeUndefined()
  await site.close()
})

test('scripts do not find a killed site', async () => {
  const site = await runSite()
  process.kill(site.pid, 'SIGKILL')
  await until(async () => (await findRunningSite(site.dataDir)) === undefined)
  await site.close()
})

test('an unhandled failure is logged, and the site shuts down in order with exit code 1', async () => {
  const planted = "process.on('SIGUSR2',()=>{Promise.reject(new(Error)('planted'))})"
  const site = await runSite({ NODE_OPTIONS: `--import=data:text/javascript,${planted}` })
  process.kill(site.pid, 'SIGUSR2')
  await until(() => site.output().out.includes('NPC Stream has stopped'))
  expect(await site.stop()).toEqual({ code: 1, signal: null })
  const fatal = site
    .output()
    .err.split('\n')
    .filter((line) => line.includes('"level":60'))
  expect(fatal).toHaveLength(1)
  expect(fatal[0]).toContain('planted')
  expect(site.output().out).toContain('NPC Stream is stopping (failure)')
  await until(() => processesOf(site.dataDir).length === 0)
  await site.close()
})
