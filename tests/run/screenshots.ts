import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { findChromium, findOrInstall } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { buildIfStale } from '../../server/build-site.ts'
import { donate } from '../support/ledger/donate.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { kill, startCamera } from '../support/video/camera.ts'

const USAGE =
  'npm run screenshots [-- --docs]; writes all screens to the ignored folder screenshots/, or with --docs the two of the README to docs/screens/'
const OWN_FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const DOCS_FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const SIZES = [
  { width: 390, height: 844, isPhone: true },
  { width: 1440, height: 900, isPhone: false },
]
const THEMES = ['dark', 'light']
const LANGUAGES = ['en', 'de', 'zh']
const SUPPORTERS = [
  ['Ann', '0.35'],
  ['Boris', '0.1'],
  ['Chloé', '1.2'],
  ['Emil', '0.25'],
]
const VOTERS = 23
const FRAMES_SEEN = 30

type Screen = { path: string; prepare?(page: Page): Promise<void> }
type Look = { size: (typeof SIZES)[number]; theme: string; language: string }

const QUIET_SCREENS: Record<string, Screen> = {
  home: { path: '/' },
  onboarding: { path: '/onboarding' },
  'npc1-offline': { path: '/npc1' },
  'go-live': { path: '/go-live' },
  'not-found': { path: '/no-such-page' },
}
const LIVE_SCREENS: Record<string, Screen> = {
  'home-live': { path: '/', prepare: waitForVideo },
  'npc1-live': { path: '/npc1', prepare: waitForVideo },
  'npc1-payment': { path: '/npc1', prepare: openPayment },
}

/** Every screen and its states, on a phone and on a desktop, dark and light, in three languages. */
async function takeScreenshots(args: string[]): Promise<void> {
  if (args.some((arg) => arg !== '--docs')) throw new CannotStart(`Usage: ${USAGE}`)
  const isForDocs = args.includes('--docs')
  await buildIfStale()
  const site = await runSite({ TRUST_PROXY: '127.0.0.1' })
  const browser = await chromium.launch({
    executablePath: findOrInstall(findChromium, 'chromium'),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  if (!isForDocs) await shootAll(browser, site, QUIET_SCREENS)
  const camera = await bringToLife(site)
  if (isForDocs) await shootForDocs(browser, site)
  else await shootAll(browser, site, LIVE_SCREENS)
  await browser.close()
  await kill(camera)
  await site.close()
  console.log(`The screenshots are in ${isForDocs ? DOCS_FOLDER : OWN_FOLDER}`)
}

async function shootAll(browser: Browser, site: RunningSite, screens: Record<string, Screen>): Promise<void> {
  for (const size of SIZES)
    for (const theme of THEMES)
      for (const language of LANGUAGES)
        for (const [name, screen] of Object.entries(screens)) {
          const page = await open(browser, site, screen, { size, theme, language })
          const path = `${OWN_FOLDER}${name}-${size.width}-${theme}-${language}.png`
          await page.screenshot({ path, fullPage: true })
          await page.context().close()
        }
}

async function shootForDocs(browser: Browser, site: RunningSite): Promise<void> {
  const wanted: [name: string, screen: string, width: number][] = [
    ['home-1440-dark', 'home-live', 1440],
    ['npc1-390-dark', 'npc1-live', 390],
  ]
  for (const [name, screen, width] of wanted) {
    const size = SIZES.find((each) => each.width === width)
    const shown = LIVE_SCREENS[screen]
    if (size === undefined || shown === undefined) continue
    const page = await open(browser, site, shown, { size, theme: 'dark', language: 'en' })
    await page.screenshot({ path: `${DOCS_FOLDER}${name}.png` })
    await page.context().close()
  }
}

async function open(browser: Browser, site: RunningSite, screen: Screen, look: Look): Promise<Page> {
  const { isPhone, ...viewport } = look.size
  const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone })
  await context.addCookies([{ name: 'lang', value: look.language, url: site.url }])
  const page = await context.newPage()
  await page.addInitScript((name) => localStorage.setItem('theme', name), look.theme)
  await page.goto(site.url + screen.path)
  await (screen.prepare?.(page) ?? page.waitForLoadState('networkidle'))
  return page
}

async function bringToLife(site: RunningSite) {
  const camera = startCamera(site)
  for (const [name = '', amount = ''] of SUPPORTERS) await donate(site, amount, '--name', name)
  for (let voter = 1; voter <= VOTERS; voter += 1)
    await fetch(`${site.url}/api/npcs/${(voter % 3) + 1}/vote`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${voter}` },
      body: JSON.stringify({ vote_type: voter % 5 === 0 ? 'dislike' : 'like' }),
    })
  return camera
}

async function waitForVideo(page: Page): Promise<void> {
  await page.waitForFunction(
    (frames) =>
      [...document.querySelectorAll('video')].some(
        (video) => video.getVideoPlaybackQuality().totalVideoFrames > frames,
      ),
    FRAMES_SEEN,
  )
}

async function openPayment(page: Page): Promise<void> {
  await waitForVideo(page)
  const form = page.locator('form')
  await form.locator('input').first().fill('Ann')
  await form.locator('input[type=number]').fill('0.5')
  await form.locator('button[type=submit]').click()
  await form.locator('svg[role=img]').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

await runScript(USAGE, takeScreenshots)
