import type { BrowserContext, Page } from '@playwright/test'
import { PAGE_READY } from '../../../app/shell/early-input.ts'

/** Lets `untilReady` find out whether a page of this context listens. */
export async function recordReady(context: BrowserContext): Promise<void> {
  await context.addInitScript((event) => {
    addEventListener(event, () => Object.assign(window, { isReady: true }))
  }, PAGE_READY)
}

/** Waits until React has taken the page over. Before that, the page keeps what visitors do and does it later. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isReady' in window)
}
