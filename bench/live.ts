import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { buildIfStale } from '../server/build-site.ts'
import { openStage, PLAYLIST } from './loads/live-stage.ts'
import { openBrowser, openWatchingPage, type Sight, takeSight } from './loads/watch-clock.ts'
import { cpuSecondsOf } from './support/cpu.ts'
import { percentile } from './support/percentile.ts'
import { printTable } from './support/table.ts'

const ROUNDS = 2
const SECONDS_PER_ROUND = 20

await buildIfStale()
const stage = await openStage('--clock')
const browser = await openBrowser()
try {
  const { url, pid } = stage.site
  const ways = [
    { name: 'NPC Stream', open: (page: Page) => page.goto(`${url}/npc1`, { waitUntil: 'commit' }) },
    { name: 'the same stream as plain HLS', open: (page: Page) => openPlain(page, url) },
  ]
  const rounds = new Map<string, Sight[]>(ways.map(({ name }) => [name, []]))
  const begun = { cpu: cpuSecondsOf(pid), at: performance.now() }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, open } of ways) rounds.get(name)?.push(await watch(browser, open))
  const seconds = (performance.now() - begun.at) / 1_000
  const cpuPercent = ((cpuSecondsOf(pid) - begun.cpu) / seconds) * 100
  report(rounds)
  console.log(`\nThe site took ${cpuPercent.toFixed(1)} % of a core, taking the video in and giving it out.`)
} finally {
  await browser.close()
  await stage.close()
}

async function watch(by: Browser, open: (page: Page) => Promise<unknown>): Promise<Sight> {
  const page = await openWatchingPage(by)
  await open(page)
  await sleep(SECONDS_PER_ROUND * 1_000)
  const sight = await takeSight(page)
  await page.close()
  return sight
}

/** At the site's own address, as no other page may read its video, but without its policy. */
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

function report(rounds: Map<string, Sight[]>): void {
  const rows = [...rounds].map(([name, sights]) => {
    const delays = sights.flatMap(({ delaysMs }) => delaysMs)
    return {
      name,
      firstFrames: sights.map(({ firstFrameMs }) => firstFrameMs ?? Number.NaN),
      p50: percentile(delays, 0.5),
      p95: percentile(delays, 0.95),
      stalls: sights.reduce((sum, { stalls }) => sum + stalls, 0),
      read: delays.length,
      misread: sights.reduce((sum, { misread }) => sum + misread, 0),
    }
  })
  const [ours] = rows
  printTable(
    ['720p30, key frame every 2 s', 'first frame', 'delay p50', 'p95', 'stalls', 'frames read', '÷ ours'],
    rows.map(({ name, firstFrames, p50, p95, stalls, read, misread }) => [
      name,
      firstFrames.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
      `${p50} ms`,
      `${p95} ms`,
      String(stalls),
      `${read} of ${read + misread}`,
      (p50 / (ours?.p50 ?? 1)).toFixed(1),
    ]),
  )
}
