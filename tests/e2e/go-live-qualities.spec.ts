import { expect } from '@playwright/test'
import { newKey, readIndex, test } from '../support/video/stage-test.ts'

test('a browser sends two qualities', async ({ page, context, stage, consoleLines }) => {
  await context.grantPermissions(['camera', 'microphone'])
  await page.addInitScript(pretendFastEncoders)
  await page.goto(`${stage.url}/go-live#${await newKey(stage)}`)
  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await page.getByRole('button', { name: 'Go live' }).click()
  try {
    await expect.poll(() => readIndex(stage)).toMatch(/RESOLUTION=1280x720[\s\S]*RESOLUTION=640x360/)
  } catch (cause) {
    // The page says why it has ended the lower quality, the site why it has dropped it.
    throw new Error([...consoleLines, stage.output().err].join('\n'), { cause })
  }
})

/** The page ends its second quality on a device that is too slow, as this one may be while other tests run. */
function pretendFastEncoders(): void {
  Object.defineProperty(VideoEncoder.prototype, 'encodeQueueSize', { get: () => 0 })
}
