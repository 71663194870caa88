import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { buildIfStale } from '../server/build-site.ts'
import { openStage, PLAYLIST } from './loads/live-stage.ts'
import { openBrowser, openWatchingPage, type PlaybackSample, takeSample } from './loads/playback-sample.ts'
import { cpuSecondsOf } from './support/cpu.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/print-table.ts'

const ROUNDS = 2
const SECONDS_PER_ROUND = 20

await buildIfStale()
const stage = await openStage({ camera: ['--clock'] })
const browser = await openBrowser()
try {
  const { url, pid } = stage.site
  const ways = [
    { name: 'NPC Stream', open: (page: Page) => page.goto(`${url}/npc1`, { waitUntil: 'commit' }) },
    { name: 'the same stream as plain HLS', open: (page: Page) => openPlain(page, url) },
  ]
  const rounds = new Map<string, PlaybackSample[]>(ways.map(({ name }) => [name, []]))
  const before = { cpu: cpuSecondsOf(pid), at: performance.now() }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, open } of ways) rounds.get(name)?.push(await watch(browser, open))
  const seconds = (performance.now() - before.at) / 1_000
  const cpuPercent = ((cpuSecondsOf(pid) - before.cpu) / seconds) * 100
  report(rounds)
  console.log(`\nThe site used ${cpuPercent.toFixed(1)} % of a core, to receive and deliver the video.`)
} finally {
  await browser.close()
  await stage.close()
}

async function watch(by: Browser, open: (page: Page) => Promise<unknown>): Promise<PlaybackSample> {
  const page = await openWatchingPage(by)
  await open(page)
  await sleep(SECONDS_PER_ROUND * 1_000)
  const sample = await takeSample(page)
  await page.close()
  return sample
}

/** On the site's own origin, because no other may read its video, but without its content security policy. */
async function openPlain(page: Page, url: string): Promise<void> {
  const script = await readFile(createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js'), 'utf8')
  const body = `<!doctype html><title>plain</title><video muted autoplay></video><script>${script}</script>
    <script>
      const hls = new Hls({ lowLatencyMode: false })
      hls.loadSource('${PLAYLIST}')
      hls.attachMedia(document.querySelector('video'))
    </script>`
  const address = `${url}/plain`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
  await page.goto(address, { waitUntil: 'commit' })
}

function report(rounds: Map<string, PlaybackSample[]>): void {
  const rows = [...rounds].map(([name, samples]) => {
    const delays = samples.flatMap(({ delaysMs }) => delaysMs)
    return {
      name,
      firstFrames: samples.map(({ firstFrameMs }) => firstFrameMs ?? Number.NaN),
      p50: percentile(delays, 0.5),
      p95: percentile(delays, 0.95),
      stalls: samples.reduce((sum, { stalls }) => sum + stalls, 0),
      rateChanges: samples.reduce((sum, { rateChanges }) => sum + rateChanges, 0),
      jumps: samples.reduce((sum, { jumps }) => sum + jumps, 0),
      read: delays.length,
      misread: samples.reduce((sum, { misread }) => sum + misread, 0),
    }
  })
  const [ours] = rows
  printTable(
    [
      '720p30, key frame every 2 s',
      'first frame',
      'delay p50',
      'p95',
      'stalls',
      'rate changes',
      'jumps',
      'frames read',
      '÷ ours',
    ],
    rows.map(({ name, firstFrames, p50, p95, stalls, rateChanges, jumps, read, misread }) => [
      name,
      firstFrames.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
      `${p50} ms`,
      `${p95} ms`,
      String(stalls),
      String(rateChanges),
      String(jumps),
      `${read} of ${read + misread}`,
      (p50 / (ours?.p50 ?? 1)).toFixed(1),
    ]),
  )
}
