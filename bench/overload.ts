import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../server/build-site.ts'
import { runSite } from '../tests/support/site/running-site.ts'
import { type Called, callFromElsewhere } from './loads/callers.ts'
import { residentBytes } from './loads/event-load.ts'
import { BELIEVES_THE_BENCH } from './loads/vote-load.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/table.ts'

/** As many as one process serves with a delay nobody notices, and many more. */
const CALLERS = 64
const TOO_MANY = 2_000
const PROBE_EVERY_MS = 50

type Probed = { called: Called; healthMs: number[]; unhealthy: number; maxMegabytes: number }

await buildIfStale()
const site = await runSite(BELIEVES_THE_BENCH)
try {
  await callFromElsewhere({ url: site.url, callers: CALLERS, seconds: 3 })
  const phases: [string, Probed][] = []
  phases.push([`calm, ${CALLERS} callers`, await probed(CALLERS, 5)])
  phases.push([`overload, ${TOO_MANY} callers`, await probed(TOO_MANY, 10)])
  phases.push([`the 5 s after it, ${CALLERS} callers`, await probed(CALLERS, 5)])
  phases.push([`and the next 5 s`, await probed(CALLERS, 5)])
  printTable(
    [
      '',
      '200/s',
      '429/s',
      '503/s',
      'other',
      'no answer',
      'p50',
      'p99',
      '/healthz p50',
      '/healthz p99',
      'not 200',
      'most memory',
    ],
    phases.map(([name, phase]) => [name, ...cellsOf(phase)]),
  )
} finally {
  await site.close()
}

function cellsOf({ called, healthMs, unhealthy, maxMegabytes }: Probed): string[] {
  const { 200: voted = 0, 429: limited = 0, 503: shed = 0, ...others } = called.byStatus
  const perSecond = (count: number) => (count / called.seconds).toFixed(0)
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`
  return [
    ...[voted, limited, shed].map(perSecond),
    String(Object.values(others).reduce((sum, count) => sum + count, 0)),
    String(called.unanswered),
    milliseconds(called.p50Ms),
    milliseconds(called.p99Ms),
    milliseconds(percentile(healthMs, 0.5)),
    milliseconds(percentile(healthMs, 0.99)),
    String(unhealthy),
    `${maxMegabytes.toFixed(0)} MB`,
  ]
}

/** Asks for `/healthz` over a new connection each time, as a balancer does. */
async function probed(callers: number, seconds: number): Promise<Probed> {
  const probe = { healthMs: [] as number[], unhealthy: 0, maxMegabytes: 0 }
  let isOver = false
  async function probeUntilOver(): Promise<void> {
    while (!isOver) {
      const begun = performance.now()
      const status = await fetch(`${site.url}/healthz`, { headers: { connection: 'close' } }).then(
        (answer) => answer.status,
        () => 0,
      )
      probe.healthMs.push(performance.now() - begun)
      if (status !== 200) probe.unhealthy += 1
      probe.maxMegabytes = Math.max(probe.maxMegabytes, residentBytes(site.pid) / 1e6)
      await sleep(PROBE_EVERY_MS)
    }
  }
  const probing = probeUntilOver()
  const called = await callFromElsewhere({ url: site.url, callers, seconds })
  isOver = true
  await probing
  return { called, ...probe }
}
