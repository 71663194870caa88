import { test as base } from '@playwright/test'
import { recordReady } from '../browser/page-ready.ts'
import { type RunningSite, runSite } from './running-site.ts'

/** One site per worker; `consoleLines` is everything that the page wrote to the browser's console. */
export const test = base.extend<{ consoleLines: string[] }, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const site = await runSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await recordReady(context)
    await use(context)
  },
  baseURL: async ({ site }, use) => use(site.url),
  consoleLines: async ({ page }, use) => {
    const lines: string[] = []
    page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => lines.push(`pageerror: ${error.message}`))
    await use(lines)
  },
})

export { expect } from '@playwright/test'
