import { expectAccessible } from '../support/browser/accessibility.ts'
import { layoutShifts, recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { expect, test } from '../support/site/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/embed/npc1', '/go-live', '/no-such-page']
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
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        expect(await layoutShifts(page)).toEqual([])
      }
      await expectAccessible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectAccessible(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `at ${width}px`,
        ).toBeLessThanOrEqual(width)
      }
      expect(consoleLines.filter((line) => !HARMLESS.test(line))).toEqual([])
    })
