import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { startSite } from '../tests/support/site/site-process.ts'
import { UNLIMITED_VOTES, voteOverHttp } from './loads/vote-load.ts'
import { cpuSeconds } from './support/cpu.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'

const CONNECTIONS = 32
const CALLERS = 64
const SECONDS_PER_ROUND = 5
const WARM_UP_SECONDS = 2
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' }
const OPEN_METRICS = { accept: 'application/openmetrics-text' }

type Target = { name: string; url: string; pid: number; metrics: string | undefined; stop(): Promise<void> }
type Load = { name: string; run(url: string, seconds: number): Promise<number> }

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } })
const rounds = Number(values.rounds)

const LOADS: Load[] = [
  { name: 'cached home', run: loadPages },
  { name: 'votes over HTTP', run: loadVotes },
]

// What it costs to be measured. The third site is as the first: their difference is the noise.
await buildIfStale()
const targets = [
  await start('without metrics', {}),
  await start('scraped every 5 s', { METRICS_PORT: '0' }),
  await start('without metrics, again', {}),
]
try {
  for (const load of LOADS) await compare(load)
} finally {
  for (const target of targets) await target.stop()
}

async function start(name: string, variables: Record<string, string>): Promise<Target> {
  const folder = await temporaryFolder()
  const site = startSite({ DATA_DIR: folder.path, ...UNLIMITED_VOTES, ...variables })
  const url = await site.opened
  const metrics = /metrics\s+(http:\S+)/.exec(site.output().out)?.[1]
  const stop = async () => {
    await site.stop()
    await folder.remove()
  }
  return { name, url, pid: site.pid, metrics, stop }
}

async function loadPages(url: string, duration: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    headers: HEADERS,
  })
  if (non2xx + errors > 0) throw new Error('a page was answered with an error')
  return requests.total
}

async function loadVotes(url: string, seconds: number): Promise<number> {
  return (await voteOverHttp(url, { callers: CALLERS, seconds })).votes
}

async function compare({ name, run }: Load): Promise<void> {
  const microseconds = new Map<Target, number[]>(targets.map((target) => [target, []]))
  for (const { url } of targets) await run(url, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round += 1)
    // The one that goes first changes, in case that matters.
    for (const target of rotate(targets, round)) {
      const before = cpuSeconds(target.pid)
      const [count] = await Promise.all([run(target.url, SECONDS_PER_ROUND), scrapeOnce(target)])
      microseconds.get(target)?.push(((cpuSeconds(target.pid) - before) / count) * 1e6)
    }
  const medians = targets.map((target) => percentile(microseconds.get(target) ?? [], 0.5))
  printTable(
    [name, 'CPU per request, µs', 'rounds', '÷ without metrics'],
    targets.map((target, place) => [
      target.name,
      (medians[place] ?? 0).toFixed(1),
      (microseconds.get(target) ?? []).map((value) => value.toFixed(0)).join(', '),
      ((medians[place] ?? 0) / (medians[0] ?? 1)).toFixed(3),
    ]),
  )
}

function rotate<T>(list: T[], by: number): T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

/** A round takes as long as the pause between two scrapes. */
async function scrapeOnce({ metrics }: Target): Promise<void> {
  if (metrics === undefined) return
  await new Promise((resolve) => setTimeout(resolve, (SECONDS_PER_ROUND / 2) * 1_000))
  await (await fetch(metrics, { headers: OPEN_METRICS })).text()
}
