import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** `e2e/donation-journeys` → donation-journeys.spec.ts; `server/app.test` and `contract.test` → app.test.ts, contract.test.ts. */
function fileOf(name: string): string {
  return name.startsWith('e2e/') ? `${basename(name)}.spec.ts` : `${basename(name)}.ts`
}

test('every test that docs/spec-coverage.md names exists, and has the titles it quotes', async () => {
  const page = await readFile('docs/spec-coverage.md', 'utf8')
  const files = new Map<string, string>()
  for await (const path of glob('{app,server,db,tests}/**/*.{test,spec}.ts'))
    files.set(basename(path), (files.get(basename(path)) ?? '') + (await readFile(path, 'utf8')))
  const named = [...page.matchAll(/`([\w./-]+)`(?: “([^”]+)…”)?/g)]
    .map(([, name = '', title = '']) => ({ name, title: title.trim() }))
    .filter(({ name }) => /^e2e\/|\.test$/.test(name))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter(({ name, title }) => !files.get(fileOf(name))?.includes(title))).toEqual([])
})
