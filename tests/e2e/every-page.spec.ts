import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/no-such-page']
const LANGUAGES = ['en', 'es', 'fr', 'de', 'ru', 'zh']
const WIDTHS = [320, 390, 768, 1024, 1440, 1920]
const HARMLESS = /status of 404|there is no page at/

for (const path of PAGES)
  for (const language of LANGUAGES)
    test(`${path} in ${language}: accessible in both themes, quiet console, nothing sticks out, nothing shifts`, {
      tag: '@appearance',
    }, async ({ page, site, consoleLines }) => {
      await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
      await page.addInitScript(() => {
        const shifts: string[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
        for (const theme of ['dark', 'light']) {
          await page.evaluate(
            (name) => document.documentElement.classList.toggle('dark', name === 'dark'),
            theme,
          )
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
        }
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
