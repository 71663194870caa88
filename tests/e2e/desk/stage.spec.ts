import type { Page } from '@playwright/test'
import { expectPlaying } from '../../support/browser/watching.ts'
import { expect, expectGoodDeskPage, test } from '../../support/desk/desk-test.ts'
import { kill, runCamera, SMALL_CLIP } from '../../support/video/camera.ts'
import { expectState } from '../../support/video/stage-test.ts'

test.use({ siteName: 'stage' })

const REASON = 'The camera shows a house number.'
const DARK_WITHIN_MS = 3_000
const STOPPED = 'This stream has been stopped by the operators.'

/** Notes when something of a stream was last in a video element of the page. */
function watchLight(page: Page): Promise<void> {
  return page.evaluate(() => {
    setInterval(() => {
      const isLit = [...document.querySelectorAll('video')].some(({ readyState }) => readyState > 0)
      if (isLit) Object.assign(window, { litAt: Date.now() })
    }, 50)
  })
}

const litAt = (page: Page) => page.evaluate(() => (window as { litAt?: number }).litAt ?? 0)

function acceptDialogs(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept()
  })
  return asked
}

test('an operator stops a stream: every page goes dark and says so, also one without events, and Resume lets it on again', async ({
  browser,
  page,
  operator,
  site,
}) => {
  const { camera, printed } = await runCamera(site, { RTMP_PORT: String(site.rtmpPort) }, ...SMALL_CLIP)
  const deaf = await browser.newPage({ baseURL: site.url })
  await deaf.route('**/api/events*', (route) => route.abort())
  const home = await browser.newPage({ baseURL: site.url })
  for (const each of [page, deaf]) await each.goto('/npc1')
  await home.goto('/')
  for (const each of [page, deaf]) await expectPlaying(each)
  const preview = home.getByRole('link', { name: 'Next quest' }).locator('video').last()
  await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)

  for (const each of [page, deaf, home]) await watchLight(each)

  const asked = acceptDialogs(operator)
  await operator.goto('/stage')
  await expect(operator.getByTestId('stage-state')).toHaveText('Live')
  await expect(operator.getByText('Mbit/s')).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.getByLabel('Reason for the publisher').fill(REASON)
  const answered = operator.waitForResponse(/\/stop$/).then(() => Date.now())
  await operator.getByRole('button', { name: 'Stop the stream of NPC One' }).click()
  const stoppedAt = await answered
  await expect(operator.getByTestId('stage-state')).toHaveText('Stopped')
  expect(asked).toEqual([expect.stringContaining('Stop the stream of NPC One?')])

  await expect(page.getByText(STOPPED)).toBeVisible()
  await expectState(page, 'offline')
  await expect(page.locator('video')).toHaveCount(0)
  await expect(home.locator('video')).toHaveCount(0)
  await expect(deaf.getByText(STOPPED)).toBeVisible()
  for (const each of [page, deaf, home]) expect((await litAt(each)) - stoppedAt).toBeLessThan(DARK_WITHIN_MS)
  await expect.poll(printed).toContain(`stopped by the operators. ${REASON} Only an operator can resume it.`)
  await expectGoodDeskPage(operator)

  await page.goto('/embed/npc1?lang=de')
  await expect(page.getByText('Dieser Stream wurde vom Betreiberteam gestoppt.')).toBeVisible()
  expect((await page.request.get('/live/1/still.mp4')).status()).toBe(404)
  await page.goto('/npc1')
  await expect(page.getByText(STOPPED)).toBeVisible()

  await operator.getByRole('button', { name: 'Resume the stream of NPC One' }).click()
  await expect(page.getByText(STOPPED)).toHaveCount(0)
  for (const each of [page, deaf]) {
    await expectState(each, 'live')
    await expectPlaying(each)
  }
  await kill(camera)
  await deaf.context().close()
  await home.context().close()
})

test('an NPC gets a key that is shown once, sees why a stream was rejected, and stops their own stream for good', async ({
  page,
  openAsNpc,
  operator,
  site,
}) => {
  const npc = await openAsNpc('1')
  const asked = acceptDialogs(npc)
  await npc.goto('/stage')
  await expect(npc.getByLabel('Delay of the stream, in seconds')).toHaveCount(0)
  await npc.getByRole('button', { name: 'Make a stream key for NPC One' }).click()
  await expect(npc.locator('code')).toHaveCount(3)
  const [server = '', key = '', link = ''] = await npc.locator('code').allTextContents()
  expect(server).toBe(`rtmp://localhost:${site.rtmpPort}/live`)
  expect(link).toContain(`/go-live#${key}`)
  await expectGoodDeskPage(npc)
  await npc.getByRole('button', { name: 'Replace the key of NPC One' }).click()
  await expect(npc.locator('code').nth(1)).not.toHaveText(key)
  const replaced = (await npc.locator('code').nth(1).textContent()) ?? ''
  await npc.reload()
  await expect(npc.getByText('It was shown when it was made.')).toBeVisible()
  await expect(npc.locator('code')).toHaveCount(0)

  const old = await runCamera(site, { RTMP_PORT: String(site.rtmpPort), STREAM_KEY: key }, ...SMALL_CLIP)
  expect(old.printed()).toContain('This stream key is not known.')
  const { camera } = await runCamera(
    site,
    { RTMP_PORT: String(site.rtmpPort), STREAM_KEY: replaced },
    ...SMALL_CLIP,
  )
  await expect(npc.getByTestId('stage-state')).toHaveText('Live')
  await npc.getByRole('button', { name: 'Stop the stream of NPC One' }).click()
  await expect(npc.getByText('Stopped by the NPC')).toBeVisible()
  await expect(npc.getByText('Only an operator can let it go on.')).toBeVisible()
  await expect(npc.getByRole('button', { name: /Resume/ })).toHaveCount(0)
  expect(asked).toHaveLength(2)
  await page.goto('/npc1')
  await expect(page.getByText('This stream has been stopped.', { exact: true })).toBeVisible()
  await kill(camera)

  await operator.goto('/stage')
  await operator.getByRole('button', { name: 'Resume the stream of NPC One' }).click()
  await operator.getByLabel('Delay of the stream, in seconds').fill('31')
  await operator.getByRole('button', { name: 'Save the delay of NPC One' }).click()
  await expect(operator.getByText('Enter a whole number from 0 to 30.')).toBeVisible()
  await operator.getByLabel('Delay of the stream, in seconds').fill('20')
  await operator.getByRole('button', { name: 'Save the delay of NPC One' }).click()
  await expect(operator.getByText('Saved.')).toBeVisible()
  await expectGoodDeskPage(operator)

  const late = await runCamera(
    site,
    { RTMP_PORT: String(site.rtmpPort), STREAM_KEY: replaced },
    ...SMALL_CLIP,
  )
  await expect(operator.getByText('A publisher is connected.')).toBeVisible()
  await expectPlaying(page)
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByTestId('stream-details')).toContainText(/Behind live\s*2\d/)
  await expect(page.getByRole('button', { name: 'Back to live' })).toHaveCount(0)
  await kill(late.camera)
})
