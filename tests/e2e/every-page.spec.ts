import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { layoutShifts, recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { expect, test } from '../support/site/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/go-live', '/no-such-page']
const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh']
const WIDTHS = [320, 390, 768, 1024, 1440, 1920]
const HARMLESS = /status of 404|there is no page at/

for (const path of PAGES)
  for (const language of LANGUAGES)
    test(`${path} in ${language}: accessible in both themes, quiet console, nothing sticks out, nothing shifts`, {
      tag: '@appearance',
    }, async ({ page, site, consoleLines }) => {
      await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
      await recordLayoutShifts(page)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        expect(await layoutShifts(page)).toEqual([])
        expect(await violationsOf(axe(page))).toEqual([])
        // Themes differ in their colours alone.
        await page.evaluate(() => document.documentElement.classList.remove('dark'))
        expect(await violationsOf(axe(page).withRules(['color-contrast', 'link-in-text-block']))).toEqual([])
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `at ${width}px`,
        ).toBeLessThanOrEqual(width)
      }
      expect(consoleLines.filter((line) => !HARMLESS.test(line))).toEqual([])
    })

/** In the page itself: the other mode opens a second page for what the frames of other origins found, and there are none. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

async function violationsOf(builder: AxeBuilder): Promise<unknown[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])
}
