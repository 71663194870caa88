import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import { untilReady } from './page-ready.ts'

/** New frames are drawn. */
export async function expectPlaying(page: Page | Frame): Promise<void> {
  const before = await watched(page)
  await expect
    .poll(
      async () => {
        const now = await watched(page)
        return now.frames - before.frames >= 20 || (now.frames < before.frames && now.frames >= 20)
      },
      { message: 'frames are drawn' },
    )
    .toBe(true)
}

export async function watched(page: Page | Frame) {
  return page.evaluate(() => {
    const video = document.querySelector('video') as
      | (HTMLVideoElement & { webkitAudioDecodedByteCount?: number })
      | null
    return {
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      size: `${video?.videoWidth ?? 0}x${video?.videoHeight ?? 0}`,
      audioBytes: video?.webkitAudioDecodedByteCount ?? 0,
    }
  })
}

/** The result is true until the page is reloaded. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  return () => page.evaluate(() => 'isMarked' in window)
}

/** As the page does it; before React has taken over, the browser would do it. */
export async function followLink(link: Locator): Promise<void> {
  await untilReady(link.page())
  await link.click()
}

/** As a browser does when its window is covered or shown again. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
