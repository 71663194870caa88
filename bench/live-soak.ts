import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.ts'
import { residentBytes } from './event-load.ts'
import { newestSegment, openStage } from './live-stage.ts'
import { percentile } from './percentile.ts'
import { printTable } from './table.ts'
import { openBrowser, openWatchingPage, takeSight } from './watch-clock.ts'

const options = { minutes: { type: 'string', default: '30' } } as const
const minutes = Number(parseArgs({ options }).values.minutes)
/** Until then the process is still warming up; what it needs afterwards, it should need for ever. */
const WARM_AFTER_MINUTES = 5
const MINUTE_MS = 60_000

await buildIfStale()
const stage = await openStage('--clock')
const browser = await openBrowser()
try {
  const { url, pid } = stage.site
  const page = await openWatchingPage(browser)
  await page.goto(`${url}/npc1`)
  const megabytes = [residentBytes(pid) / 1e6]
  const delays = []
  let stalls = 0
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(MINUTE_MS)
    const sight = await takeSight(page)
    const delay = percentile(sight.delaysMs, 0.5)
    const resident = residentBytes(pid) / 1e6
    console.error(
      `minute ${minute}: ${resident.toFixed(1)} MB, segment ${await newestSegment(url)}, ` +
        `delay ${delay} ms, ${sight.delaysMs.length} frames, ${sight.stalls - stalls} stalls`,
    )
    megabytes.push(resident)
    delays.push(delay)
    stalls = sight.stalls
  }
  report(megabytes, delays, stalls)
} finally {
  await browser.close()
  await stage.close()
}

function report(megabytes: number[], delays: number[], stalls: number): void {
  const isLong = minutes > WARM_AFTER_MINUTES + 1
  const judged = isLong ? megabytes.slice(WARM_AFTER_MINUTES) : megabytes
  const inMegabytes = (value: number) => `${value.toFixed(1)} MB`
  printTable(
    ['', 'first', 'last', 'most', 'growth an hour', 'delay, first and last minute', 'stalls'],
    [
      [
        `${minutes} minutes${isLong ? `, memory from minute ${WARM_AFTER_MINUTES}` : ''}`,
        inMegabytes(judged[0] ?? Number.NaN),
        inMegabytes(judged.at(-1) ?? Number.NaN),
        inMegabytes(Math.max(...judged)),
        isLong ? inMegabytes(slope(judged) * 60) : 'too short to tell',
        `${delays[0]} ms, ${delays.at(-1)} ms`,
        String(stalls),
      ],
    ],
  )
}

/** Of the straight line that lies closest to the values, one a minute. */
function slope(values: number[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [middle, average] = [(values.length - 1) / 2, mean(values)]
  const products = values.map((value, place) => (place - middle) * (value - average))
  const squares = values.map((_, place) => (place - middle) ** 2)
  return mean(products) / mean(squares)
}
