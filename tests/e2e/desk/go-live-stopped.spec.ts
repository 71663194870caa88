import { expect, test } from '../../support/desk/desk-test.ts'
import { newKey } from '../../support/video/stage-test.ts'

test.use({ siteName: 'go-live-stopped' })

const STOPPED =
  'This stream was stopped by the operators. Please point the camera elsewhere. Only an operator can resume it.'

test('a browser on air shows who stopped the stream and what for, is rejected while it is stopped, and goes live after Resume', async ({
  page,
  context,
  site,
  callDesk,
}) => {
  const note = 'Please point the camera elsewhere.'
  const status = page.getByTestId('broadcast-state')
  const goLive = page.getByRole('button', { name: 'Go live' })
  await context.grantPermissions(['camera', 'microphone'])
  await page.goto(`/go-live#${await newKey(site)}`)
  await page.getByRole('button', { name: 'Turn on camera' }).click()
  await goLive.click()
  await expect(status).toHaveText('You are live.')

  expect((await callDesk('POST', '/api/stages/1/stop', { note })).status).toBe(200)
  await expect(status).toHaveText(STOPPED)
  await goLive.click()
  await expect(status).toHaveText(STOPPED)

  expect((await callDesk('POST', '/api/stages/1/resume', {})).status).toBe(200)
  await goLive.click()
  await expect(status).toHaveText('You are live.')
})
