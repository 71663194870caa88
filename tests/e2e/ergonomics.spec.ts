import { forgetVotes } from '../support/site/forget-votes.ts'
import { expect, test } from '../support/site/site-test.ts'

const PAGES = ['/', '/onboarding', '/npc1', '/no-such-page']
const MIN_TARGET_PX = 44
const APPEARANCE = { tag: '@appearance' }

for (const path of PAGES) {
  test(`${path}: everything that can be pressed is a thumb wide and high`, APPEARANCE, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(path)
    const small = await page
      .locator('a:visible, button:visible, select:visible, input:visible, textarea:visible')
      .evaluateAll(
        (elements, least) =>
          elements
            .filter((element) => getComputedStyle(element, '::after').position !== 'absolute')
            .filter((element) => !element.matches('.sr-only'))
            .map((element) => ({ html: element.outerHTML, ...element.getBoundingClientRect().toJSON() }))
            .filter(({ width, height }) => width < least || height < least)
            .map(({ html, width, height }) => `${width} × ${height}: ${html}`),
        MIN_TARGET_PX,
      )
    expect(small).toEqual([])
  })

  // The longest words.
  for (const language of ['de', 'ru'])
    test(
      `${path} in ${language}: a desk zoomed to 200 % and one to 400 % lose nothing`,
      APPEARANCE,
      async ({ page, site }) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: site.url }])
        for (const width of [640, 320]) {
          await page.setViewportSize({ width, height: 450 })
          await page.goto(path)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          const cut = await page.locator('header *, main *, footer *').evaluateAll((elements) =>
            elements
              .filter((element) => getComputedStyle(element).overflowX === 'hidden')
              .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth)
              .map((element) => element.outerHTML),
          )
          expect(cut).toEqual([])
        }
      },
    )
}

test('a vote that lands moves; with reduced motion nothing does', APPEARANCE, async ({ page, site }) => {
  await forgetVotes(site)
  await page.addInitScript(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...motion) {
      document.documentElement.dataset.moved = this.tagName
      return animate.apply(this, motion)
    }
  })
  const root = page.locator('html')
  const like = page.getByRole('button', { name: /^Like/ }).nth(2)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await like.click()
  await expect(root).toHaveAttribute('data-moved', 'SPAN')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await page.waitForLoadState('networkidle')
  await like.click()
  await page.getByRole('button', { name: 'TIP NPC' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expect(root).not.toHaveAttribute('data-moved')
})

test(
  'with forced colours a pressed vote and every action can still be told',
  APPEARANCE,
  async ({ page, site }) => {
    await forgetVotes(site)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    const like = page.getByRole('button', { name: /^Like/ }).nth(1)
    const background = () => like.evaluate((button) => getComputedStyle(button).backgroundColor)
    const unpressed = await background()
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    expect(await background()).not.toBe(unpressed)
    const watch = page.getByRole('link', { name: 'Start Watching' })
    await expect(watch).toHaveCSS('border-top-style', 'solid')
    await expect(watch).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')
  },
)
