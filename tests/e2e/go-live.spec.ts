import { expect, type Page } from '@playwright/test'
import { expectPlaying, setHidden, watched } from '../support/browser/watching.ts'
import { kill, SMALL_CLIP, startCamera } from '../support/video/camera.ts'
import { expectState, newKey, readIndex, test } from '../support/video/stage-test.ts'

/** Of a video of 320 × 180. */
const SMALLER_RECORD = [
  ...Buffer.from(
    '01640015ffe1001a67640015ac761105067e7c0440000003004000000c83c58b611801000768e8438312c8b0fdf8f800',
    'hex',
  ),
]
const AUDIO_CODEC = /CODECS="[^"]*(opus|mp4a)/
const status = (page: Page) => page.getByTestId('broadcast-state')
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('a browser goes live, survives a killed server, and ends when another publisher takes over', async ({
  page,
  context,
  browser,
  stage,
  consoleLines,
}) => {
  await context.grantPermissions(['camera', 'microphone'])
  await page.goto(`${stage.url}/go-live#${await newKey(stage)}`)
  await expect(page.getByLabel('Stream key')).toHaveValue(/^npc1-/)
  expect(page.url()).toBe(`${stage.url}/go-live`)
  await press(page, 'Turn on camera')
  await press(page, 'Go live')
  await expect(status(page)).toHaveText('You are live.')

  // In a window of its own, because only the front tab of a window is drawn.
  const viewer = await (await browser.newContext()).newPage()
  await viewer.goto(`${stage.url}/npc1`)
  await expectState(viewer, 'live')
  await expectPlaying(viewer)
  await expect.poll(async () => (await watched(viewer)).audioBytes).toBeGreaterThan(0)
  // Which of the two qualities this viewer sees depends on the machine.
  expect((await watched(viewer)).size).toMatch(/^(1280x720|640x360)$/)
  expect(await readIndex(stage)).toContain('RESOLUTION=1280x720')
  await expect(page.getByText(/\d Mbit\/s/)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d$/)
  await expect(page.getByRole('main').getByText(/visitors? online/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'live page' })).toHaveAttribute('href', '/npc1')
  await expect(page.getByLabel('Stream key')).toHaveCount(0)

  await press(page, 'Mute microphone')
  await press(page, 'Switch camera')
  await expect(page.getByRole('button', { name: 'Unmute microphone' })).toBeVisible()
  await expectPlaying(viewer)

  await stage.restart('SIGKILL')
  await expect(status(page)).toHaveText('You are live.')
  await expectPlaying(viewer)

  const camera = startCamera(stage, ...SMALL_CLIP)
  await expect(status(page)).toHaveText('Another device has taken over this stream.')
  await expectPlaying(viewer)
  await kill(camera)
  await viewer.context().close()
  expect(consoleLines.filter((line) => /Content Security|pageerror/.test(line))).toEqual([])
})

test('without an audio device a browser goes live without audio, which joins when it can', async ({
  page,
  context,
  stage,
}) => {
  await context.grantPermissions(['camera', 'microphone'])
  await page.addInitScript(holdAudioBack)
  await page.goto(`${stage.url}/go-live#${await newKey(stage)}`)
  await press(page, 'Turn on camera')
  await press(page, 'Go live')
  await expect(status(page)).toHaveText('You are live, without audio.')
  await expect(page.getByText('this browser is not sending audio')).toBeVisible()
  await expect.poll(() => readIndex(stage)).toContain('CODECS="avc1.')
  expect(await readIndex(stage)).not.toMatch(AUDIO_CODEC)

  await page.evaluate(() => window.dispatchEvent(new Event('audio-device')))
  await expect(status(page)).toHaveText('You are live.')
  await expect.poll(() => readIndex(stage)).toMatch(AUDIO_CODEC)
})

/** As in Firefox on a machine without an audio device: the context stays suspended, and `resume` never settles. */
function holdAudioBack(): void {
  const RealContext = window.AudioContext
  window.AudioContext = class extends RealContext {
    constructor(options?: AudioContextOptions) {
      super(options)
      void super.suspend()
      window.addEventListener('audio-device', () => super.resume())
    }
    override resume = () => new Promise<void>(() => {})
  }
}

test('a browser that sends what viewers cannot play says so, and is not live', async ({
  page,
  context,
  stage,
}) => {
  await context.grantPermissions(['camera', 'microphone'])
  await page.addInitScript(replaceRecords, SMALLER_RECORD)
  await page.goto(`${stage.url}/go-live#${await newKey(stage)}`)
  await press(page, 'Turn on camera')
  await press(page, 'Go live')
  await expect(status(page)).toHaveText(/^Viewers can’t play what this browser sends\./)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await press(page, 'End stream')
  await expect(status(page)).toHaveText('Your stream has ended.')
})

/** Sends `record` instead of the encoder's. */
function replaceRecords(record: number[]): void {
  const RealEncoder = window.VideoEncoder
  window.VideoEncoder = class extends RealEncoder {
    constructor({ output, error }: VideoEncoderInit) {
      super({
        error,
        output(chunk, metadata) {
          const { decoderConfig } = metadata ?? {}
          if (decoderConfig?.description) decoderConfig.description = Uint8Array.from(record)
          output(chunk, metadata)
        },
      })
    }
  }
}

test('every obstacle is explained, and the visitor can carry on', async ({ page, context, stage }) => {
  await page.goto(`${stage.url}/go-live`)
  await press(page, 'Turn on camera')
  await expect(status(page)).toContainText('was blocked')

  await context.grantPermissions(['camera', 'microphone'])
  await press(page, 'Turn on camera')
  await press(page, 'Go live')
  await expect(page.getByText('Please enter your stream key.')).toBeVisible()
  await page.getByLabel('Stream key').fill('npc1-wrong')
  await page.getByLabel('Stream key').press('Enter')
  await expect(status(page)).toHaveText(/This stream key is not known/)
  await expect(page.getByLabel('Stream key')).toHaveValue('npc1-wrong')

  await page.getByLabel('Stream key').fill(` ${await newKey(stage)} `)
  await press(page, 'Go live')
  await expect(status(page)).toHaveText('You are live.')
  await setHidden(page, true)
  await expect(status(page)).toHaveText('Viewers can’t see you while this page is in the background.')
  await setHidden(page, false)
  await expect(status(page)).toHaveText('You are live.')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await press(page, 'Stay')
  await expect(status(page)).toHaveText('You are live.')
  await press(page, 'End stream')
  await expect(status(page)).toHaveText('Your stream has ended.')
  await press(page, 'Go live')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await press(page, 'End stream and leave')
  await expect(page).toHaveURL(`${stage.url}/`)

  await page.goBack()
  await press(page, 'Turn on camera')
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible()
})
