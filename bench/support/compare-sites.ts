import autocannon from 'autocannon'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { type SiteProcess, startSite } from '../../tests/support/site/site-process.ts'
import { UNLIMITED_VOTES, voteOverHttp } from '../loads/vote-load.ts'
import { cpuSeconds } from './cpu.ts'
import { percentile } from './percentile.ts'
import { printTable } from './print-table.ts'

const CONNECTIONS = 32
const CALLERS = 64
const WARM_UP_SECONDS = 2
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' }

export const SECONDS_PER_ROUND = 5

export type Target = {
  name: string
  url: string
  pid: number
  /** What goes on besides in each round. */
  besides(): Promise<void>
  stop(): Promise<void>
}
type Load = { name: string; run(url: string, seconds: number): Promise<number> }

const LOADS: Load[] = [
  { name: 'cached home', run: loadPages },
  { name: 'votes over HTTP', run: loadVotes },
]

/** A site that counts every vote; `openBesides` is called when it is open. */
export async function startTarget(
  name: string,
  variables: Record<string, string>,
  openBesides: (site: SiteProcess) => Promise<Target['besides']> = async () => async () => {},
): Promise<Target> {
  const folder = await temporaryFolder()
  const site = startSite({ DATA_DIR: folder.path, ...UNLIMITED_VOTES, ...variables })
  const url = await site.opened
  const besides = await openBesides(site)
  const stop = async () => {
    await site.stop()
    await folder.remove()
  }
  return { name, url, pid: site.pid, besides, stop }
}

/** Prints the CPU time per request of each, as a share of the first one's, with the same loads in turn. */
export async function compareSites(targets: Target[], rounds: number): Promise<void> {
  try {
    for (const load of LOADS) await compare(targets, load, rounds)
  } finally {
    for (const target of targets) await target.stop()
  }
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

async function compare(targets: Target[], { name, run }: Load, rounds: number): Promise<void> {
  const microseconds = new Map<Target, number[]>(targets.map((target) => [target, []]))
  for (const { url, besides } of targets) await Promise.all([run(url, WARM_UP_SECONDS), besides()])
  for (let round = 0; round < rounds; round += 1)
    // The one that goes first changes, in case that matters.
    for (const target of rotate(targets, round)) {
      const before = cpuSeconds(target.pid)
      const [count] = await Promise.all([run(target.url, SECONDS_PER_ROUND), target.besides()])
      microseconds.get(target)?.push(((cpuSeconds(target.pid) - before) / count) * 1e6)
    }
  const medians = targets.map((target) => percentile(microseconds.get(target) ?? [], 0.5))
  printTable(
    [name, 'CPU per request, µs', 'rounds', `÷ ${targets[0]?.name}`],
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
