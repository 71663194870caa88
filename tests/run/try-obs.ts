import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium, findOrInstall } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { buildIfStale } from '../../server/build-site.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { type Obs, startObs } from '../support/video/obs.ts'

const USAGE = 'npm run try:obs; streams from OBS Studio on a screen of its own, and watches in Chromium'
const STREAM_KEY = fileURLToPath(new URL('../../scripts/stream-key.ts', import.meta.url))
const WATCH_S = 30
const PATIENCE_MS = 60_000

const run = promisify(execFile)

async function tryObs(): Promise<void> {
  const executablePath = findOrInstall(findChromium, 'chromium')
  await buildIfStale()
  const site = await runSite()
  const server = `rtmp://127.0.0.1:${site.rtmpPort}/live`
  try {
    await withObs(server, 'a-wrong-key', async (obs) => {
      await untilLogged(obs, 'This stream key is not known.')
      console.log('A wrong key: OBS logs the sentence of the site.')
    })
    await withObs(server, await makeKey(site), async (obs) => {
      await untilLive(site, obs)
      console.log('The right key: the site is live.')
      await watch(site, executablePath)
      await makeKey(site, '--rotate')
      await untilLogged(obs, 'This stream key is not known.')
      console.log('A new key while it streams: OBS is disconnected, and logs the sentence of the site.')
    })
  } finally {
    await site.close()
  }
}

async function withObs(server: string, key: string, work: (obs: Obs) => Promise<void>): Promise<void> {
  const obs = await startObs(server, key)
  try {
    await work(obs)
  } finally {
    await obs.stop()
  }
}

async function makeKey(site: RunningSite, ...options: string[]): Promise<string> {
  const env = scriptVariables(site)
  const { stdout } = await run(process.execPath, [STREAM_KEY, '1', ...options], { env })
  return /Stream key\s+(\S+)/.exec(stdout)?.[1] ?? ''
}

async function untilLogged(obs: Obs, sentence: string): Promise<void> {
  await untilTrue(async () => (await obs.log()).includes(sentence), obs)
}

async function untilLive(site: RunningSite, obs: Obs): Promise<void> {
  await untilTrue(async () => (await fetch(`${site.url}/live/1/index.m3u8`)).ok, obs)
}

async function untilTrue(check: () => Promise<boolean>, obs: Obs): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`OBS did not get there; its log:\n${await obs.log()}`)
    await sleep(250)
  }
}

/** Prints what a viewer in Chromium has seen. */
async function watch({ url }: RunningSite, executablePath: string): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(`${url}/npc1`)
  const video = page.locator('video')
  const framesSeen = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  while ((await framesSeen()) === 0) await sleep(100)
  const before = await framesSeen()
  let stalls = 0
  let last = before
  for (let second = 0; second < WATCH_S; second += 1) {
    await sleep(1_000)
    const seen = await framesSeen()
    if (seen === last) stalls += 1
    last = seen
  }
  const size = await video.evaluate(
    (element: HTMLVideoElement) => `${element.videoWidth} × ${element.videoHeight}`,
  )
  await browser.close()
  const perSecond = ((last - before) / WATCH_S).toFixed(1)
  console.log(
    `Watched for ${WATCH_S} s: ${size}, ${perSecond} frames/s, ${stalls} s without one, ${faults.length} errors in the console.`,
  )
  if (stalls > 0 || faults.length > 0) process.exitCode = 1
}

await runScript(USAGE, tryObs)
