import { test as base, expect } from '@playwright/test'
import { type RunningSite, runSite } from '../site/running-site.ts'
import type { Browser } from './browser.ts'
import { startChromium } from './chromium.ts'
import { drivePage, type EnginePage } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { openPrograms } from './programs.ts'
import { startWebKit } from './webkit.ts'

const STARTS = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit }

export type Engine = keyof typeof STARTS
export type EngineOptions = { engine: Engine }

type WorkerFixtures = EngineOptions & {
  site: RunningSite
  engineBrowser: Browser
  enginePage: EnginePage
  viewer: EnginePage
}

/** One site, one browser and one page per engine, for all journeys. */
// biome-ignore lint/complexity/noBannedTypes: no fixture belongs to a single test
export const test = base.extend<{}, WorkerFixtures>({
  engine: ['firefox', { scope: 'worker', option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const site = await runSite({ LOG_LEVEL: 'debug' })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  engineBrowser: [
    async ({ engine }, use) => {
      const programs = await openPrograms()
      try {
        await use(await STARTS[engine](programs))
      } finally {
        await programs.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  enginePage: [
    async ({ engineBrowser, site }, use) => use(drivePage(engineBrowser.send, site.url)),
    { scope: 'worker' },
  ],
  /** A page of another browser, always Chromium. */
  viewer: [
    async ({ site }, use) => {
      const programs = await openPrograms()
      try {
        const { send } = await startChromium(programs)
        await use(drivePage(send, site.url))
      } finally {
        await programs.close()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect }
