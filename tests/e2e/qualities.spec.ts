import { expect } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { expectPlaying, watched } from '../support/browser/watching.ts'
import { expectState, newKey, test } from '../support/video/stage-test.ts'
import { sendTwoQualities } from '../support/video/two-qualities.ts'

test('a viewer chooses between two qualities and the audio alone', async ({ page, stage }) => {
  const stop = await sendTwoQualities(stage.rtmpPort, await newKey(stage))
  await page.goto(`${stage.url}/npc1`)
  await expectState(page, 'live')
  await expectPlaying(page)
  const quality = page.getByRole('combobox', { name: 'Quality' })
  await expect(quality.locator('option')).toHaveText(['Auto', '180p', '144p', 'Audio only'])
  await expect(quality).toHaveValue('auto')
  await expectAccessible(page)

  for (const [label, size] of [
    ['144p', '256x144'],
    ['180p', '320x180'],
  ] as const) {
    await quality.selectOption(label)
    await expect.poll(async () => (await watched(page)).size).toBe(size)
    await expectPlaying(page)
  }

  await quality.selectOption('Audio only')
  await expect(page.getByTestId('audio-slate')).toBeVisible()
  const audioBytes = async () => (await watched(page)).audioBytes
  const before = await audioBytes()
  await expect.poll(audioBytes).toBeGreaterThan(before + 5_000)
  await page.reload()
  await expect(quality).toHaveValue('audio')
  await expect(page.getByTestId('audio-slate')).toBeVisible()

  await quality.selectOption('Auto')
  await expectPlaying(page)
  await expect(page.getByTestId('audio-slate')).toHaveCount(0)
  stop()
})
