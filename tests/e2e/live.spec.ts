// Same on any database: once is enough.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { VIDEO } from '../../app/platform/rtmp/message-types.server.ts'
import { loopClip } from '../../scripts/camera/clip-source.ts'
import type { FlvTag } from '../../scripts/camera/flv-reader.ts'
import { PublishRejected, publishFrames } from '../../scripts/camera/publish-frames.ts'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { expectPlaying, markPage, setHidden, watched } from '../support/browser/watching.ts'
import type { RunningSite } from '../support/site/running-site.ts'
import { kill, SMALL_CLIP, startCamera } from '../support/video/camera.ts'
import { withCaptions } from '../support/video/caption-frames.ts'
import { type FixtureName, fixturePath } from '../support/video/flv-fixture.ts'
import { publish } from '../support/video/rtmp-publisher.ts'
import { expectState, newKey, test } from '../support/video/stage-test.ts'

/** Loops a recorded stream in this process until it is stopped or another publisher takes over. */
async function publishFixture(
  stage: RunningSite,
  name: FixtureName,
  change = (frames: AsyncIterable<FlvTag>) => frames,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const key = await newKey(stage)
  const frames = change(loopClip(fixturePath(name), stopping.signal))
  const publishing = publishFrames(`rtmp://127.0.0.1:${stage.rtmpPort}/live`, key, frames).catch((error) => {
    if (!(error instanceof PublishRejected && error.isTakenOver)) throw error
  })
  return async () => {
    stopping.abort()
    await publishing
  }
}

/** The number of the newest segment that viewers can fetch. */
async function newestSegment({ url }: RunningSite): Promise<number> {
  const read = async (path: string) => (await fetch(new URL(path, `${url}/live/1/`))).text()
  const [media = ''] = /^[0-9a-f]+\/media\.m3u8$/m.exec(await read('index.m3u8')) ?? []
  return Math.max(...[...(await read(media)).matchAll(/^(\d+)\.m4s$/gm)].map(([, number]) => Number(number)))
}

test('the page follows a camera that starts, breaks off, freezes, returns and ends, without a reload', async ({
  page,
  stage,
  consoleLines,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto(`${stage.url}/npc1`)
  const isSamePage = await markPage(page)
  const titleBadge = page.locator('h1 + *')
  await expectState(page, 'offline')
  await expect(page.getByText('NPC One is resting')).toBeVisible()
  await expect(titleBadge).toBeVisible()
  await page.waitForLoadState('networkidle').catch(() => {})
  expect(scripts.filter((url) => /player|hls/.test(url))).toEqual([])

  let camera = startCamera(stage, ...SMALL_CLIP)
  await expectState(page, 'live')
  await expectPlaying(page)
  await expect.poll(async () => (await watched(page)).audioBytes).toBeGreaterThan(0)
  await expect(titleBadge).toBeVisible()

  await kill(camera)
  await expectState(page, 'reconnecting')
  camera = startCamera(stage, ...SMALL_CLIP)
  await expectState(page, 'live')
  await expectPlaying(page)

  camera.kill('SIGSTOP')
  await expectState(page, 'reconnecting')
  camera.kill('SIGCONT')
  await expectState(page, 'live')
  await expectPlaying(page)

  const home = await page.context().newPage()
  await home.goto(stage.url)
  const tile = home.getByRole('link', { name: 'Next quest' })
  await expect(tile).toContainText('LIVE')
  await kill(camera)
  await expectState(page, 'offline')
  await expect(tile).not.toContainText(/LIVE|Reconnecting/)
  await expect(tile.locator('video')).toHaveCount(0)
  await home.close()
  await expect(page.getByText('NPC One is resting')).toBeVisible()
  await expect(titleBadge).toBeHidden()
  camera = startCamera(stage, ...SMALL_CLIP)
  await expectState(page, 'live')
  await expectPlaying(page)
  await kill(camera)

  expect(await isSamePage()).toBe(true)
  expect(consoleLines.filter((line) => /Content Security|pageerror/.test(line))).toEqual([])
  await page.reload()
  await expect(titleBadge).toHaveText('LIVE')
  await expect(titleBadge).toBeHidden()
})

test('playback resumes when a killed server comes back', async ({ page, stage: first }) => {
  const camera = startCamera(first)
  await page.goto(`${first.url}/npc1`)
  await expectPlaying(page)
  const isSamePage = await markPage(page)
  await first.restart('SIGKILL')
  await expectPlaying(page)
  await expectState(page, 'live')
  expect(await isSamePage()).toBe(true)
  await kill(camera)
})

test('a stream with a key frame every eight seconds plays', async ({ page, stage }) => {
  const stop = await publishFixture(stage, 'keyframes-8s')
  await page.goto(`${stage.url}/npc1`)
  await expectPlaying(page)
  await stop()
})

test('a second camera with a key takes over; wrong keys, random bytes and HEVC are rejected', async ({
  page,
  stage,
}) => {
  const stopFirst = await publishFixture(stage, 'b-frames-44100')
  await page.goto(`${stage.url}/npc1`)
  await expectPlaying(page)
  const isSamePage = await markPage(page)

  const stranger = await publish(stage.rtmpPort, 'live', 'npc1-wrong')
  expect(stranger.status).toMatchObject({
    code: 'NetStream.Publish.Denied',
    description: expect.stringContaining('stream key is not known'),
  })
  const nonsense = connect(stage.rtmpPort, '127.0.0.1')
  nonsense.on('error', () => {})
  nonsense.end(randomBytes(1024 * 1024))
  await expectPlaying(page)
  await expectState(page, 'live')

  const stopSecond = await publishFixture(stage, 'changed')
  await expect.poll(async () => (await watched(page)).size).toBe('256x144')
  await expectPlaying(page)
  await stopFirst()

  const hevc = await publish(stage.rtmpPort, 'live', await newKey(stage))
  hevc.send({ type: VIDEO, timestamp: 0, streamId: 1, payload: Buffer.from('\x90hvc1', 'latin1') })
  await expect
    .poll(() => JSON.stringify(hevc.answers.at(-1)))
    .toContain('NPC Stream takes H.264 video, and this is HEVC')
  await stopSecond()
  expect(await isSamePage()).toBe(true)
})

test('the player unmutes with one click, obeys keys, shows details and remembers the volume (B-frames, 44.1 kHz)', async ({
  page,
  browser,
  stage,
}) => {
  const stop = await publishFixture(stage, 'b-frames-44100')
  const phone = await browser.newContext({ hasTouch: true, isMobile: true })
  const onPhone = await phone.newPage()
  await onPhone.goto(`${stage.url}/npc1`)
  await expect(onPhone.getByRole('button', { name: 'Tap for sound' })).toBeVisible()
  await phone.close()
  await page.goto(`${stage.url}/npc1`)
  await expectPlaying(page)
  const video = page.locator('video')
  const isMuted = () => video.evaluate((element: HTMLVideoElement) => element.muted)
  const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused)

  expect(await isMuted()).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Click for sound' }).click()
  expect(await isMuted()).toBe(false)
  await page.getByRole('slider', { name: 'Volume' }).fill('0.5')

  await page.getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('k')
  expect(await isPaused()).toBe(true)
  await page.getByRole('button', { name: 'Start my day' }).click()
  await expect.poll(isPaused).toBe(false)
  await expectPlaying(page)
  await page.keyboard.press('m')
  expect(await isMuted()).toBe(true)
  await page.keyboard.press('m')
  await page.keyboard.press('Space')
  expect(await isPaused()).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(isPaused).toBe(false)

  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByTestId('stream-details')).toContainText('320 × 180')
  await expect(page.getByTestId('stream-details')).toContainText(/Behind live\s*\d\.\ds/)
  await expect(page.getByTestId('stream-details')).toContainText(/Started after\s*\d/)

  await page.reload()
  await expectPlaying(page)
  expect(await video.evaluate((element: HTMLVideoElement) => element.volume)).toBe(0.5)

  // Hidden with audio it plays on; hidden and muted it downloads nothing.
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = false
  })
  await setHidden(page, true)
  expect(await isPaused()).toBe(false)
  await setHidden(page, false)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
  })
  await setHidden(page, true)
  await expect.poll(isPaused).toBe(true)
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('/live/') && fetched.push(request.url()))
  const hiddenAt = await newestSegment(stage)
  await expect.poll(() => newestSegment(stage)).toBeGreaterThan(hiddenAt)
  expect(fetched).toEqual([])
  await setHidden(page, false)
  await expectPlaying(page)
  await stop()
})

test('where the browser blocks autoplay, a large Play is shown, and a tap starts the stream', async ({
  page,
  stage,
}) => {
  const stop = await publishFixture(stage, 'b-frames-44100')
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    // Playwright's own calls count as user activation.
    let isTapped = false
    addEventListener('pointerdown', () => (isTapped = true), true)
    HTMLMediaElement.prototype.play = async function playAfterTap() {
      if (!isTapped) throw new DOMException('blocked', 'NotAllowedError')
      return play.call(this)
    }
  })
  await page.goto(`${stage.url}/npc1`)
  const largePlay = page.locator('#stream').getByText('Play', { exact: true })
  await expect(largePlay).toBeVisible()
  await page.locator('video').click()
  await expectPlaying(page)
  await expect(largePlay).toBeHidden()
  await stop()
})

test('captions of a stream, here one without audio, can be shown', async ({ page, stage }) => {
  const stop = await publishFixture(stage, 'silent', withCaptions)
  await page.goto(`${stage.url}/npc1`)
  await expectPlaying(page)
  const captions = page.getByRole('button', { name: 'Captions' })
  await captions.click()
  await expect(captions).toHaveAttribute('aria-pressed', 'true')
  const shown = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .flatMap(({ cues }) => [...(cues ?? [])].map((cue) => (cue as VTTCue).text))
        .join(' '),
    )
  await expect.poll(shown).toContain('HI!!')
  await stop()
})

test('the video plays while the rest of the page is still being loaded, and goes on with its controls', async ({
  page,
  stage,
}) => {
  const camera = startCamera(stage, ...SMALL_CLIP)
  await expect.poll(async () => (await fetch(`${stage.url}/npc1`)).text()).toContain('data-state="live"')
  const arrival = Promise.withResolvers<void>()
  await page.route('**/assets/npc-live-*.js', async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(`${stage.url}/npc1`, { waitUntil: 'commit' })
  await expectPlaying(page)
  const video = await page.locator('video').elementHandle()
  const pause = page.getByRole('button', { name: 'Pause' })
  await expect(pause).toHaveCount(0)
  arrival.resolve()
  await expect(pause).toBeVisible()
  await expectPlaying(page)
  expect(await page.locator('video').evaluate((now, before) => now === before, video)).toBe(true)
  await kill(camera)
})
