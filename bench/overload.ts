import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../scripts/build.ts'
import { runSite } from '../tests/support/running-site.ts'
import { residentBytes } from './event-load.ts'
import { printTable } from './table.ts'
import { BELIEVES_THE_BENCH, type Voted, voteOverHttp } from './vote-load.ts'

/** As many as one process serves with a delay nobody notices, and ten times as many. */
const CALLERS = 64
const TOO_MANY = 640
const SECONDS = 30
const PROBE_EVERY_MS = 200

type Probed = { voted: Voted; slowestHealthMs: number; unhealthy: number; mostMegabytes: number }

await buildIfStale()
const site = await runSite(BELIEVES_THE_BENCH)
try {
  await voteOverHttp(site.url, { callers: CALLERS, seconds: 3 })
  const phases: [string, Probed][] = []
  phases.push([`before, ${CALLERS} callers`, await probed({ callers: CALLERS, seconds: 5 })])
  phases.push([`overload, ${TOO_MANY} callers`, await probed({ callers: TOO_MANY, seconds: SECONDS })])
  phases.push([`the 5 s after it, ${CALLERS} callers`, await probed({ callers: CALLERS, seconds: 5 })])
  printTable(
    ['', 'votes/s', 'p99', 'refused', 'slowest /healthz', '/healthz not 200', 'most memory'],
    phases.map(([name, { voted, slowestHealthMs, unhealthy, mostMegabytes }]) => [
      name,
      (voted.votes / voted.seconds).toFixed(0),
      `${voted.p99Ms} ms`,
      String(voted.refused),
      `${slowestHealthMs.toFixed(0)} ms`,
      String(unhealthy),
      `${mostMegabytes.toFixed(0)} MB`,
    ]),
  )
} finally {
  await site.close()
}

async function probed(load: { callers: number; seconds: number }): Promise<Probed> {
  const probe = { slowestHealthMs: 0, unhealthy: 0, mostMegabytes: 0 }
  let isOver = false
  async function probeUntilOver(): Promise<void> {
    while (!isOver) {
      const begun = performance.now()
      const status = await fetch(`${site.url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      )
      probe.slowestHealthMs = Math.max(probe.slowestHealthMs, performance.now() - begun)
      if (status !== 200) probe.unhealthy += 1
      probe.mostMegabytes = Math.max(probe.mostMegabytes, residentBytes(site.pid) / 1e6)
      await sleep(PROBE_EVERY_MS)
    }
  }
  const probing = probeUntilOver()
  const voted = await voteOverHttp(site.url, load)
  isOver = true
  await probing
  return { voted, ...probe }
}
