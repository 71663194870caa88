// Same on any database: once is enough.
import { expect, test } from '../support/site/site-test.ts'

test('a browser that cannot encode H.264 says so before it turns on the camera', async ({ page }) => {
  await page.addInitScript(() => {
    VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config })
  })
  await page.goto('/go-live')
  await expect(page.getByTestId('broadcast-state')).toHaveText(
    'This browser can’t send video: H.264 is missing. Please use an up-to-date Chrome, Edge or Safari, or a program such as OBS.',
  )
  await expect(page.getByRole('button', { name: 'Turn on camera' })).toHaveCount(0)
})

test('only the go-live page may use the camera', async ({ request }) => {
  const policyOf = async (path: string) => (await request.get(path)).headers()['permissions-policy']
  expect(await policyOf('/go-live')).toContain('camera=(self), microphone=(self)')
  expect(await policyOf('/npc1')).toContain('camera=(), microphone=()')
})
