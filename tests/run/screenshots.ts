import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { findChromium, findOrInstall } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { buildIfStale } from '../../server/build-site.ts'
import { runSite } from '../support/site/running-site.ts'

const USAGE =
  'npm run screenshots [-- --docs]; writes to the ignored folder screenshots/, or with --docs to docs/screens/'
const OWN_FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const PAGES = { home: '/', onboarding: '/onboarding', npc1: '/npc1', 'not-found': '/no-such-page' }

/** Every page on a phone and on a desktop, dark and light. */
async function takeScreenshots(args: string[]): Promise<void> {
  if (args.some((arg) => arg !== '--docs')) throw new CannotStart(`Usage: ${USAGE}`)
  const folder = args.includes('--docs') ? DOCS_FOLDER : OWN_FOLDER
  await buildIfStale()
  const site = await runSite()
  const browser = await chromium.launch({
    executablePath: findOrInstall(findChromium, 'chromium'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  for (const width of [390, 1440])
    for (const theme of ['dark', 'light']) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(site.url + path)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `${folder}${name}-${width}-${theme}.png`, fullPage: true })
      }
      await page.close()
    }
  await browser.close()
  await site.close()
  console.log(`The screenshots are in ${folder}`)
}

await runScript(USAGE, takeScreenshots)
