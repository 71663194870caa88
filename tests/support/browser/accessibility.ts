import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** In the theme that is on, and in the other one, which differs in its colours alone. */
export async function expectAccessible(page: Page): Promise<void> {
  const toggleTheme = () => page.evaluate(() => document.documentElement.classList.toggle('dark'))
  // What is still fading in would have too little contrast. A transition under way may go on for some frames.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => page.evaluate(isAnythingFading)).toBe(false)
  expect(await findFaults(page)).toEqual([])
  await toggleTheme()
  expect(await findFaults(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
  await toggleTheme()
  await page.emulateMedia({ reducedMotion: null })
}

function isAnythingFading(): boolean {
  return document.getAnimations().some((animation) => animation instanceof CSSTransition)
}

/** What axe finds, by all of its rules or by some; its code stays in the page for the next time. */
async function findFaults(page: Page, rules?: string[]): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (runOnly) => {
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) }
    const found = await window.axe?.run(document, options)
    if (found === undefined) throw new Error('axe is not in the page')
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, rules)
}
