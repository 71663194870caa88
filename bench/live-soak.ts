import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../server/build-site.ts'
import { residentBytes } from './loads/event-load.ts'
import { newestSegment, openStage } from './loads/live-stage.ts'
import { makeObsClip } from './loads/obs-clip.ts'
import { openBrowser, openWatchingPage, takeSample } from './loads/playback-sample.ts'
import { INSPECTABLE, openCollectedMemory } from './support/collected-memory.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'

const options = {
  minutes: { type: 'string', default: '30' },
  /** Instead of the clock, a stream as OBS sends it, whose delay cannot be read. */
  obs: { type: 'boolean', default: false },
  /** Muted, the player catches up by jumps; with audio, by playing faster. */
  audio: { type: 'boolean', default: false },
} as const
const { minutes: minutesGiven, obs: isLikeObs, audio: hasAudio } = parseArgs({ options }).values
const minutes = Number(minutesGiven)
/** The process warms up until then; afterwards its memory should stay constant. */
const WARM_AFTER_MINUTES = 5
const MINUTE_MS = 60_000

await buildIfStale()
const stage = await openStage({
  camera: isLikeObs ? ['--file', makeObsClip()] : ['--clock'],
  variables: INSPECTABLE,
})
const browser = await openBrowser()
const memory = await openCollectedMemory(stage.site)
try {
  const { url, pid } = stage.site
  const page = await openWatchingPage(browser)
  await page.goto(`${url}/npc1`)
  if (hasAudio) await page.getByRole('button', { name: 'Click for sound' }).click()
  const resident: number[] = []
  const held: number[] = []
  const delays: number[] = []
  let seen = { stalls: 0, rateChanges: 0, jumps: 0 }
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleep(MINUTE_MS)
    const sample = await takeSample(page)
    const delay = percentile(sample.delaysMs, 0.5)
    resident.push(residentBytes(pid) / 1e6)
    held.push((await memory.bytes()) / 1e6)
    console.error(
      `minute ${minute}: ${inMegabytes(resident.at(-1))}, ${inMegabytes(held.at(-1))} of it in use, ` +
        `segment ${await newestSegment(url)}, ${isLikeObs ? '' : `delay ${delay} ms, `}` +
        `${sample.delaysMs.length + sample.misread} frames, ${sample.stalls - seen.stalls} stalls, ` +
        `${sample.rateChanges - seen.rateChanges} rate changes, ${sample.jumps - seen.jumps} jumps`,
    )
    if (!isLikeObs) delays.push(delay)
    seen = sample
  }
  report(resident, held)
  const perMinute = (count: number) => `${count} (${(count / minutes).toFixed(1)} per minute)`
  console.log(
    `\n${isLikeObs ? 'like OBS, 15' : 'the clock, 30'} frames per second, ${hasAudio ? 'with audio' : 'muted'}: ` +
      `stalls ${perMinute(seen.stalls)}, rate changes ${perMinute(seen.rateChanges)}, jumps ${perMinute(seen.jumps)}`,
  )
  if (!isLikeObs)
    console.log(`delay per minute, median ${percentile(delays, 0.5)} ms, max ${Math.max(...delays)} ms`)
} finally {
  memory.close()
  await browser.close()
  await stage.close()
}

function report(resident: number[], held: number[]): void {
  const isLong = minutes > WARM_AFTER_MINUTES + 1
  const measured = (values: number[]) => (isLong ? values.slice(WARM_AFTER_MINUTES) : values)
  const rowOf = (name: string, values: number[]) => [
    name,
    inMegabytes(values[0]),
    inMegabytes(values.at(-1)),
    inMegabytes(Math.max(...values)),
    isLong ? inMegabytes(slope(values) * 60) : 'too short to judge',
  ]
  printTable(
    [
      `${minutes} minutes${isLong ? `, from minute ${WARM_AFTER_MINUTES + 1}` : ''}`,
      'first',
      'last',
      'max',
      'growth per hour',
    ],
    [rowOf('memory of the process', measured(resident)), rowOf('in use, garbage collected', measured(held))],
  )
}

function inMegabytes(value = Number.NaN): string {
  return `${value.toFixed(1)} MB`
}

/** Slope of the regression line through one value per minute. */
function slope(values: number[]): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [middle, average] = [(values.length - 1) / 2, mean(values)]
  const products = values.map((value, place) => (place - middle) * (value - average))
  const squares = values.map((_, place) => (place - middle) ** 2)
  return mean(products) / mean(squares)
}
