import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { expectPlaying, watched } from '../support/browser/watching.ts'
import { expectState, newKey, test } from '../support/video/stage-test.ts'

test('a browser sends two qualities, and a viewer chooses between them and the audio alone', async ({
  page,
  context,
  browser,
  stage,
}) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['camera', 'microphone'])
  await page.addInitScript(pretendFastEncoders)
  await page.goto(`${stage.url}/go-live#${await newKey(stage)}`)
  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByTestId('broadcast-state')).toHaveText('You are live.')
  await expect(page.getByTestId('broadcast-details')).toContainText('1280 × 720, 640 × 360')
  const index = () => fetch(`${stage.url}/live/1/index.m3u8`).then((response) => response.text())
  await expect.poll(index).toMatch(/RESOLUTION=1280x720[\s\S]*RESOLUTION=640x360/)

  // In a window of its own, because only the front tab of a window is drawn.
  const viewer = await (await browser.newContext()).newPage()
  await viewer.goto(`${stage.url}/npc1`)
  await expectState(viewer, 'live')
  await expectPlaying(viewer)
  const quality = viewer.getByRole('combobox', { name: 'Quality' })
  await expect(quality.locator('option')).toHaveText(['Auto', '720p', '360p', 'Audio only'])
  await expect(quality).toHaveValue('auto')
  expect((await watched(viewer)).size).toBe('1280x720')
  await expectAccessible(viewer)

  await quality.selectOption('360p')
  await expect.poll(async () => (await watched(viewer)).size).toBe('640x360')
  await expectPlaying(viewer)

  await quality.selectOption('Audio only')
  await expect(viewer.getByTestId('audio-slate')).toBeVisible()
  const audioBytes = async () => (await watched(viewer)).audioBytes
  const before = await audioBytes()
  await expect.poll(audioBytes).toBeGreaterThan(before + 5_000)
  await viewer.reload()
  await expect(quality).toHaveValue('audio')
  await expect(viewer.getByTestId('audio-slate')).toBeVisible()

  await quality.selectOption('Auto')
  await expectPlaying(viewer)
  await expect(viewer.getByTestId('audio-slate')).toHaveCount(0)
  await viewer.context().close()
})

/** The page ends its second quality on a device that is too slow, as this one may be while other tests run. */
function pretendFastEncoders(): void {
  Object.defineProperty(VideoEncoder.prototype, 'encodeQueueSize', { get: () => 0 })
}
