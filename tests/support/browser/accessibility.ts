import type { Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** What axe finds, by all of its rules or by some; its code stays in the page for the next time. */
export async function findAccessibilityFaults(page: Page, rules?: string[]): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) }
    const found = await window.axe?.run(document, options)
    if (found === undefined) throw new Error('axe is not in the page')
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, rules)
}
