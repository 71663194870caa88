import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../server/build-site.ts'
import { runSite } from '../tests/support/site/running-site.ts'
import { residentBytes } from './loads/event-load.ts'
import { type CallResult, runCallers } from './loads/run-callers.ts'
import { UNLIMITED_VOTES } from './loads/vote-load.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'

/** As many as one process serves without noticeable delay, and far more. */
const CALLERS = 64
const TOO_MANY = 2_000
const PROBE_INTERVAL_MS = 50

type Phase = { calls: CallResult; healthMs: number[]; unhealthy: number; maxMegabytes: number }

await buildIfStale()
const site = await runSite(UNLIMITED_VOTES)
try {
  await runCallers({ url: site.url, callers: CALLERS, seconds: 3 })
  const phases: [string, Phase][] = []
  phases.push([`calm, ${CALLERS} callers`, await runPhase(CALLERS, 5)])
  phases.push([`overload, ${TOO_MANY} callers`, await runPhase(TOO_MANY, 10)])
  phases.push([`the 5 s after it, ${CALLERS} callers`, await runPhase(CALLERS, 5)])
  phases.push([`and the next 5 s`, await runPhase(CALLERS, 5)])
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
      'max memory',
    ],
    phases.map(([name, phase]) => [name, ...cellsOf(phase)]),
  )
} finally {
  await site.close()
}

function cellsOf({ calls, healthMs, unhealthy, maxMegabytes }: Phase): string[] {
  const { 200: voted = 0, 429: limited = 0, 503: shed = 0, ...others } = calls.byStatus
  const perSecond = (count: number) => (count / calls.seconds).toFixed(0)
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`
  return [
    ...[voted, limited, shed].map(perSecond),
    String(Object.values(others).reduce((sum, count) => sum + count, 0)),
    String(calls.unanswered),
    milliseconds(calls.p50Ms),
    milliseconds(calls.p99Ms),
    milliseconds(percentile(healthMs, 0.5)),
    milliseconds(percentile(healthMs, 0.99)),
    String(unhealthy),
    `${maxMegabytes.toFixed(0)} MB`,
  ]
}

/** Requests `/healthz` over a new connection each time, as a load balancer does. */
async function runPhase(callers: number, seconds: number): Promise<Phase> {
  const probe = { healthMs: [] as number[], unhealthy: 0, maxMegabytes: 0 }
  let isOver = false
  async function probeUntilOver(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now()
      const status = await fetch(`${site.url}/healthz`, { headers: { connection: 'close' } }).then(
        (answer) => answer.status,
        () => 0,
      )
      probe.healthMs.push(performance.now() - startedAt)
      if (status !== 200) probe.unhealthy += 1
      probe.maxMegabytes = Math.max(probe.maxMegabytes, residentBytes(site.pid) / 1e6)
      await sleep(PROBE_INTERVAL_MS)
    }
  }
  const probing = probeUntilOver()
  const calls = await runCallers({ url: site.url, callers, seconds })
  isOver = true
  await probing
  return { calls, ...probe }
}
