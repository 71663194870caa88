import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../scripts/build.ts'
import { type RunningSite, runSite } from '../tests/support/running-site.ts'
import { cpuSeconds } from './cpu.ts'
import { deliverFromSite } from './event-load.ts'
import { plot } from './plot.ts'
import { printTable } from './table.ts'
import { BELIEVES_THE_BENCH, voteOverHttp } from './vote-load.ts'

const SECONDS = 6
const CALLERS = [1, 8, 64, 512]
const READERS = [100, 1_000, 10_000]
const VOTES_PER_SECOND = 2_000
const PAGES_PER_SECOND = 500
const PICTURE = fileURLToPath(new URL('../docs/growth.svg', import.meta.url))

await buildIfStale()
const site = await runSite(BELIEVES_THE_BENCH)
const votes = []
for (const callers of CALLERS) votes.push({ callers, ...(await costOfVotes(site, callers)) })
const pages = [
  { votesASecond: 0, cpuMs: await costOfPages(site, 0) },
  { votesASecond: VOTES_PER_SECOND, cpuMs: await costOfPages(site, VOTES_PER_SECOND) },
]
await site.close()
const readers = []
for (const count of READERS) readers.push({ count, cpuMs: await costOfReaders(count) })

printTable(
  ['callers', 'votes/s', 'CPU a vote, ms', 'p99'],
  votes.map(({ callers, perSecond, cpuMs, p99Ms }) => [
    String(callers),
    perSecond.toFixed(0),
    cpuMs.toFixed(2),
    `${p99Ms} ms`,
  ]),
)
console.log()
printTable(
  ['votes/s meanwhile', 'CPU a page, ms'],
  pages.map(({ votesASecond, cpuMs }) => [String(votesASecond), cpuMs.toFixed(3)]),
)
console.log()
printTable(
  ['readers', 'CPU an event for all of them, ms'],
  readers.map(({ count, cpuMs }) => [String(count), cpuMs.toFixed(1)]),
)
await writeFile(
  PICTURE,
  plot([
    {
      title: 'Votes',
      unit: 'durable votes/s, by callers',
      labels: votes.map(({ callers }) => String(callers)),
      values: votes.map(({ perSecond }) => perSecond),
    },
    {
      title: 'A vote',
      unit: 'CPU ms, database included, by callers',
      labels: votes.map(({ callers }) => String(callers)),
      values: votes.map(({ cpuMs }) => cpuMs),
    },
    {
      title: 'A page',
      unit: 'CPU ms, by votes/s meanwhile',
      labels: pages.map(({ votesASecond }) => String(votesASecond)),
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

async function costOfVotes({ url, pid }: RunningSite, callers: number) {
  await voteOverHttp(url, { callers, seconds: 2 })
  const begun = cpuSeconds(pid)
  const { votes: counted, seconds, p99Ms } = await voteOverHttp(url, { callers, seconds: SECONDS })
  return { perSecond: counted / seconds, cpuMs: ((cpuSeconds(pid) - begun) / counted) * 1_000, p99Ms }
}

/** What the votes cost without any page is taken off. */
async function costOfPages(one: RunningSite, perSecond: number): Promise<number> {
  const load = { callers: 64, seconds: SECONDS, perSecond }
  const alone = await cpuWhile(one, () => (perSecond ? voteOverHttp(one.url, load) : undefined))
  const together = await cpuWhile(one, () =>
    Promise.all([
      perSecond ? voteOverHttp(one.url, load) : undefined,
      autocannon({ url: one.url, connections: 16, duration: SECONDS, overallRate: PAGES_PER_SECOND }),
    ]),
  )
  return ((together - alone) / (PAGES_PER_SECOND * SECONDS)) * 1_000
}

async function cpuWhile({ pid }: RunningSite, act: () => Promise<unknown> | undefined): Promise<number> {
  const begun = cpuSeconds(pid)
  await act()
  return cpuSeconds(pid) - begun
}

async function costOfReaders(count: number): Promise<number> {
  const { cpu } = await deliverFromSite({ readers: count, seconds: 10 })
  return (cpu / 10) * 1_000
}
