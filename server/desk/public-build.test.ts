import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TEXT = /\.(js|css|html|json|svg|txt|webmanifest)$/
/** Shorter ones might be words of the site, too. */
const MIN_LENGTH = 24
const API_PATH = /\/api\/[a-z][\w/-]*/g
/** Of Tailwind: words, with what it escapes in a selector. */
const CLASS = /(?<=["'\s])[a-z][\w:[\].,()/%=-]*(?=["'\s])/g

let client: Map<string, string>
let deskBuild: string
let deskSources: string
let otherSources: string

async function readFiles(patterns: string[], exclude: string[] = []): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const path of glob(patterns, { cwd: ROOT, exclude }))
    if (/\.\w+$/.test(path)) files.set(path, await readFile(join(ROOT, path), 'utf8'))
  return files
}

async function readBuild(folder: string): Promise<Map<string, string>> {
  const files = await readFiles([`build/${folder}/**/*.*`, `build/${folder}/.vite/*`])
  return new Map([...files].filter(([path]) => TEXT.test(path)))
}

const joined = (files: Map<string, string>) => [...files.values()].join('\n')

beforeAll(async () => {
  client = await readBuild('client')
  deskBuild = joined(await readBuild('desk'))
  deskSources = joined(await readFiles(['app/desk/**/*.{ts,tsx}'], ['**/*.test.ts', '**/*.server.ts']))
  otherSources = joined(await readFiles(['app/**/*.{ts,tsx,css}'], ['app/desk/**', '**/*.test.ts']))
  expect(client.size).toBeGreaterThan(20)
})

/** Where in the public build one of the texts is. */
function findInClient(texts: string[]): string[] {
  return texts.flatMap((text) =>
    [...client].flatMap(([path, content]) => (content.includes(text) ? `${path}: ${text}` : [])),
  )
}

async function deskWords(): Promise<string[]> {
  const texts: string[] = []
  for await (const path of glob('app/desk/**/words.ts', { cwd: ROOT })) {
    const { words } = (await import(join(ROOT, path))) as { words: Record<string, unknown> }
    texts.push(...Object.values(words).flatMap((value) => textsIn(value)))
  }
  return texts.filter((text) => text.length >= MIN_LENGTH)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('no public file contains a text of the desk', async () => {
  const texts = await deskWords()
  expect(texts.length).toBeGreaterThan(40)
  // The texts are looked for as the build writes them.
  expect(texts.filter((text) => deskBuild.includes(text)).length).toBeGreaterThan(texts.length * 0.9)
  expect(findInClient(texts)).toEqual([])
})

test('no public file knows an address of the desk', () => {
  const others = new Set(otherSources.match(API_PATH))
  const paths = [...new Set(deskSources.match(API_PATH))].filter((path) => !others.has(path))
  expect(paths).toEqual(expect.arrayContaining(['/api/me', '/api/audit-log', '/api/today']))
  const known = [...client].flatMap(([path, content]) =>
    [...new Set(content.match(API_PATH))]
      .filter((one) => paths.includes(one))
      .map((one) => `${path}: ${one}`),
  )
  expect(known).toEqual([])
})

test('no public style has a class of the desk alone', () => {
  const inOthers = new Set(otherSources.match(CLASS))
  const own = [...new Set(deskSources.match(CLASS))].filter((name) => !inOthers.has(name))
  const selectors = own.map((name) => `.${name.replace(/[^\w-]/g, '\\$&')}`)
  const used = selectors.filter((selector) => deskBuild.includes(`${selector}{`))
  expect(used.length).toBeGreaterThan(5)
  expect(findInClient(used.map((selector) => `${selector}{`))).toEqual([])
})

test('no public file is made from a file of the desk', async () => {
  const manifest = await readFile(join(ROOT, 'build/client/.vite/manifest.json'), 'utf8')
  expect(manifest).toContain('app/entry.client.tsx')
  expect(manifest).not.toContain('app/desk')
  expect(await readFile(join(ROOT, 'app/app.css'), 'utf8')).toContain('@source not "./desk";')
  const server = joined(await readFiles(['build/server/**/*.js']))
  const texts = await deskWords()
  expect(texts.filter((text) => server.includes(text))).toEqual([])
})
