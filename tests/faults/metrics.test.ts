// Same on any database: once is enough.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseMetrics, type Scrape } from '../support/metrics/parse-metrics.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { startServer } from '../support/start-server.ts'
import { until } from '../support/until.ts'
import { kill, startCamera } from '../support/video/camera.ts'

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
const DOCUMENT = fileURLToPath(new URL('../../docs/metrics.md', import.meta.url))
const NAME = /\b(?:npc_stream|process|nodejs)_\w+/g
const run = promisify(execFile)

let site: RunningSite

beforeAll(async () => {
  site = await runSite({ METRICS_PORT: '0' })
})

afterAll(() => site.close())

test('a site sends the trace of a vote to its collector, and goes on when that is gone', async () => {
  const bodies: string[] = []
  const collector = await startServer(async (request, response) => {
    bodies.push(await text(request))
    response.end('{}')
  })
  onTestFinished(() => collector.close())
  const traced = await runSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  onTestFinished(() => traced.close())
  await like(traced.url)
  await until(() => bodies.join().includes('PUT /api/npcs/:id/vote'))
  expect(bodies.join()).toContain('set-vote')
  collector.close()
  expect((await like(traced.url)).status).toBe(200)
  expect(await traced.stop()).toEqual({ code: 0, signal: null })
})

function like(on: string): Promise<Response> {
  return fetch(`${on}/api/npcs/1/vote`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"vote_type":"like"}',
  })
}

/** With every part: one that is late is left out. */
async function scrape(): Promise<Scrape> {
  const address = /metrics\s+(http:\S+)/.exec(site.output().out)?.[1] ?? ''
  return until(async () => {
    const response = await fetch(address, { headers: { accept: 'application/openmetrics-text' } })
    const values = parseMetrics(await response.text())
    const parts = values.labelsOf('npc_stream_collect_success')
    const isCollected = ({ part = '' }) => values.value('npc_stream_collect_success', { part }) === 1
    return parts.length > 0 && parts.every(isCollected) && values
  })
}

function runScript(name: string, ...args: string[]) {
  return run(process.execPath, [join(SCRIPTS, name), ...args], { env: scriptVariables(site) })
}

test('a scrape of a site says what visitors, donors, the publisher and the operator did', async () => {
  const before = await scrape()
  expect(before.value('npc_stream_votes', { npc: '1', type: 'like' })).toBe(0)
  expect(before.value('npc_stream_publishers')).toBe(0)
  expect(before.value('npc_stream_backup_last_success_timestamp_seconds')).toBe(0)

  await like(site.url)
  await runScript('donate.ts', '0.5', '--name', 'Ann')
  const startedAt = Date.now() / 1_000
  await runScript('backup.ts', join(site.dataDir, 'site.backup'))
  const camera = startCamera(site)
  await until(async () => ((await scrape()).value('npc_stream_live_part_interval_seconds_count') ?? 0) > 3)
  await until(async () => (await scrape()).value('npc_stream_donations_sol') === 0.5)

  const after = await scrape()
  expect(after.value('npc_stream_votes', { npc: '1', type: 'like' })).toBe(1)
  expect(after.value('npc_stream_publishers')).toBe(1)
  expect(after.value('npc_stream_live_received_bytes_total')).toBeGreaterThan(1_000)
  expect(after.value('npc_stream_live_part_age_seconds')).toBeLessThan(60)
  expect(after.value('npc_stream_stream_live', { npc: '1' })).toBe(1)
  expect(after.value('npc_stream_rpc_up')).toBe(1)
  expect(after.value('npc_stream_rpc_calls_total', { outcome: 'answered' })).toBeGreaterThan(0)
  expect(after.value('npc_stream_payment_checks', { kind: 'listed' })).toBe(0)
  expect(after.value('npc_stream_backup_last_success_timestamp_seconds')).toBeGreaterThanOrEqual(
    startedAt - 1,
  )
  expect(after.value('npc_stream_disk_free_bytes')).toBeGreaterThan(0)
  expect(after.value('npc_stream_database_size_bytes')).toBeGreaterThan(1_000_000)
  await kill(camera)
})

const namesIn = (text: string) => [...new Set(text.match(NAME))]

test.each(['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json'])(
  'every metric that deploy/%s names is in a scrape',
  async (file) => {
    const { types } = await scrape()
    const isThere = (name: string) =>
      types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
    const named = namesIn(await readFile(join(DEPLOY, file), 'utf8'))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !isThere(name))).toEqual([])
  },
)

test('docs/metrics.md lists the metrics of a scrape and the alerts, each once', async () => {
  const { types } = await scrape()
  const rows = (await readFile(DOCUMENT, 'utf8')).split('\n').filter((row) => row.startsWith('| `'))
  const documented = rows.map((row) => namesIn(row)[0])
  expect(documented.toSorted()).toEqual([...types.keys()].toSorted())
  const rules = await readFile(join(DEPLOY, 'alerts.yml'), 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert)
  const mentioned = rows.flatMap((row) => row.split('|').at(-2)?.match(/\w+/g) ?? [])
  const withoutMetric = ['SiteDown']
  expect([...new Set([...mentioned, ...withoutMetric])].toSorted()).toEqual(alerts.toSorted())
})
