import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, findOrInstall } from '../tests/support/find-program.ts'
import { runSite } from '../tests/support/running-site.ts'
import { buildIfStale } from './build.ts'

const FOLDER = fileURLToPath(new URL('../docs/screens/', import.meta.url))
const PAGES = { home: '/', onboarding: '/onboarding', npc1: '/npc1', 'not-found': '/no-such-page' }

/** The pages as visitors see them, on a phone and on a desk, dark and light. */
async function takeScreenshots(): Promise<void> {
  await buildIfStale()
  const site = await runSite()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findOrInstall(findChromium, 'chromium'), args })
  for (const width of [390, 1440])
    for (const theme of ['dark', 'light']) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(site.url + path)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `${FOLDER}${name}-${width}-${theme}.png`, fullPage: true })
      }
      await page.close()
    }
  await browser.close()
  await site.close()
}

await takeScreenshots()
