// Same on any database: once is enough.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/browser/accessibility.ts'
import { layoutShifts, recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { kill, SMALL_CLIP, startCamera } from '../support/video/camera.ts'
import { test } from '../support/video/stage-test.ts'

const tileOf = (page: Page) => page.getByRole('link', { name: 'Next quest' })
const stillOf = (page: Page) => tileOf(page).locator('video').first()
const previewOf = (page: Page) => tileOf(page).locator('video').last()

function collectVideoRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/live\/|hls|play-in-view/.test(pathname)) paths.push(pathname)
  })
  return paths
}

test('home shows the stream as soon as somebody is live, and nothing of it before', async ({
  page,
  stage,
  browser,
  consoleLines,
}) => {
  const requests = collectVideoRequests(page)
  await recordLayoutShifts(page)
  await page.goto(stage.url)
  await expect(tileOf(page)).toContainText('NPC One')
  await expect(tileOf(page)).toContainText('Quit job · 70k')
  await expect(tileOf(page)).not.toContainText('LIVE')
  await page.waitForLoadState('networkidle')
  expect(requests).toEqual([])

  const camera = startCamera(stage, ...SMALL_CLIP)
  await expect(tileOf(page)).toContainText('LIVE')
  await expect.poll(() => stillOf(page).evaluate((still: HTMLVideoElement) => still.videoWidth)).toBe(320)
  await expect
    .poll(() => previewOf(page).evaluate((video: HTMLVideoElement) => video.muted && video.currentTime > 0))
    .toBe(true)
  await expect(previewOf(page)).toHaveCSS('opacity', '1')
  expect(await layoutShifts(page)).toEqual([])
  await expectAccessible(page)

  const saving = await browser.newPage()
  await saving.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const savedRequests = collectVideoRequests(saving)
  await saving.goto(stage.url)
  await expect.poll(() => stillOf(saving).evaluate((still: HTMLVideoElement) => still.videoWidth)).toBe(320)
  await tileOf(saving).hover()
  await saving.waitForLoadState('networkidle')
  expect(new Set(savedRequests)).toEqual(new Set(['/live/1/still.mp4']))

  const without = await browser.newPage()
  await without.route('**/preview-*.js', (route) => route.abort())
  await without.goto(stage.url)
  await expect(tileOf(without)).toContainText('LIVE')
  await without.waitForLoadState('networkidle')
  await expect(without.getByRole('heading', { level: 1 })).toHaveText('First ever NPC Streaming platform')

  await tileOf(page).click()
  await expect(page).toHaveURL(`${stage.url}/npc1#stream`)
  expect(consoleLines).toEqual([])
  await kill(camera)
})
