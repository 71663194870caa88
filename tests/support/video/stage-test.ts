import { expect, type Page } from '@playwright/test'
import { makeKey } from '../../../app/features/live/ingest/stream-keys.server.ts'
import { type RunningSite, runSite } from '../site/running-site.ts'
import { test as base } from '../site/site-test.ts'

/** A new site for each test: there is one stream, and every test uses it. */
export const test = base.extend<{ stage: RunningSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  stage: async ({}, use) => {
    const site = await runSite()
    await use(site)
    await site.close()
  },
  // Otherwise the worker's site would start too.
  baseURL: async ({ stage }, use) => use(stage.url),
})

export async function expectState(page: Page, expected: 'live' | 'reconnecting' | 'offline'): Promise<void> {
  await expect(page.getByTestId('stream-state')).toHaveAttribute('data-state', expected)
}

export async function newKey({ database }: RunningSite): Promise<string> {
  return (await makeKey({ db: database }, { npcId: '1', holder: 'script', isReplaced: false })) ?? ''
}

/** Of NPC One's stream. */
export async function readIndex({ url }: RunningSite): Promise<string> {
  return (await fetch(`${url}/live/1/index.m3u8`)).text()
}
