import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../server/build-site.ts'
import { type RunningSite, runSite } from '../tests/support/site/running-site.ts'
import { deliverFromSite } from './loads/event-load.ts'
import { random, UNLIMITED_VOTES, voteOverHttp } from './loads/vote-load.ts'
import { cpuSeconds } from './support/cpu.ts'
import { plot } from './support/plot.ts'
import { printTable } from './support/print-table.ts'

const SECONDS = 6
const ROUNDS = 3
const CALLERS = [1, 8, 64, 512]
const READERS = [100, 1_000, 10_000]
const VOTES_PER_SECOND = 2_000
const PAGES_PER_SECOND = 500
const CHART_FILE = fileURLToPath(new URL('../docs/growth.svg', import.meta.url))

await buildIfStale()
const site = await runSite(UNLIMITED_VOTES)
const votes = []
for (const callers of CALLERS) votes.push({ callers, ...(await measureVotes(site, callers)) })
const pages = [
  { votesPerSecond: 0, cpuMs: await costOfPages(site, 0) },
  { votesPerSecond: VOTES_PER_SECOND, cpuMs: await costOfPages(site, VOTES_PER_SECOND) },
]
const heartbeatMs = await costOfHeartbeats(site)
await site.close()
const readers = []
for (const count of READERS) readers.push({ count, cpuMs: await costOfReaders(count) })

printTable(
  ['callers', 'votes/s', 'CPU per vote, ms', 'p99'],
  votes.map(({ callers, perSecond, cpuMs, p99Ms }) => [
    String(callers),
    perSecond.toFixed(0),
    cpuMs.toFixed(2),
    `${p99Ms} ms`,
  ]),
)
console.log()
printTable(
  ['concurrent votes/s', 'CPU per page, ms'],
  pages.map(({ votesPerSecond, cpuMs }) => [String(votesPerSecond), cpuMs.toFixed(3)]),
)
console.log()
printTable(
  ['readers', 'CPU per event for all of them, ms'],
  readers.map(({ count, cpuMs }) => [String(count), cpuMs.toFixed(1)]),
)
console.log(`\nA visitor's heartbeat, every 30 seconds: ${heartbeatMs.toFixed(3)} ms`)
await writeFile(
  CHART_FILE,
  plot([
    {
      title: 'Votes',
      unit: 'durable votes/s, by callers',
      labels: votes.map(({ callers }) => String(callers)),
      values: votes.map(({ perSecond }) => perSecond),
    },
    {
      title: 'A vote',
      unit: 'CPU ms including the database, by callers',
      labels: votes.map(({ callers }) => String(callers)),
      values: votes.map(({ cpuMs }) => cpuMs),
    },
    {
      title: 'A page',
      unit: 'CPU ms, by concurrent votes/s',
      labels: pages.map(({ votesPerSecond }) => String(votesPerSecond)),
      values: pages.map(({ cpuMs }) => cpuMs),
    },
    {
      title: 'An event',
      unit: 'CPU ms, by readers',
      labels: readers.map(({ count }) => count.toLocaleString('en')),
      values: readers.map(({ cpuMs }) => cpuMs),
    },
  ]),
)

async function measureVotes({ url, pid }: RunningSite, callers: number) {
  await voteOverHttp(url, { callers, seconds: 2 })
  const before = cpuSeconds(pid)
  const { votes: counted, seconds, p99Ms } = await voteOverHttp(url, { callers, seconds: SECONDS })
  return { perSecond: counted / seconds, cpuMs: ((cpuSeconds(pid) - before) / counted) * 1_000, p99Ms }
}

/** The cost of the votes alone is subtracted; alternating rounds even out the machine's fluctuations. */
async function costOfPages(one: RunningSite, perSecond: number): Promise<number> {
  const load = { callers: 64, seconds: SECONDS, perSecond }
  const vote = async () => perSecond > 0 && voteOverHttp(one.url, load)
  const read = () =>
    autocannon({ url: one.url, connections: 16, duration: SECONDS, overallRate: PAGES_PER_SECOND })
  let cpu = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    cpu -= await cpuWhile(one, vote)
    cpu += await cpuWhile(one, () => Promise.all([vote(), read()]))
  }
  return (cpu / (PAGES_PER_SECOND * SECONDS * ROUNDS)) * 1_000
}

/** From 20,000 visitors. */
async function costOfHeartbeats(one: RunningSite): Promise<number> {
  let beats = 0
  const cpu = await cpuWhile(one, async () => {
    const result = await autocannon({
      url: one.url,
      connections: 32,
      duration: SECONDS,
      requests: [{ setupRequest: (request) => ({ ...request, ...randomHeartbeat() }) }],
    })
    beats = result['2xx']
  })
  return (cpu / beats) * 1_000
}

function randomHeartbeat() {
  const visitor = random(20_000)
  return {
    path: '/api/presence',
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': [10, 0, visitor >> 8, visitor & 255].join('.'),
    },
    body: JSON.stringify({ id: `session-${visitor}` }),
  }
}

async function cpuWhile({ pid }: RunningSite, act: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid)
  await act()
  return cpuSeconds(pid) - before
}

async function costOfReaders(count: number): Promise<number> {
  const { cpu } = await deliverFromSite({ readers: count, seconds: 10 })
  return (cpu / 10) * 1_000
}
