import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

type Doc = { path: string; text: string }

const DOCS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/**/*.md']
const FOLDERS = ['app', 'server', 'db', 'bench', 'tests', 'scripts', 'docs', 'media', 'public']
const ROOTED = new RegExp(`^(?:${FOLDERS.join('|')})/`)
/** A file of ours named without its folder: `judge-transfer.ts`, `player/hls-source.ts`, `app.test`. */
const FILE = /^\w[\w./-]*\.(?:ts|tsx|js|mjs|sql|test|spec)$/

let docs: Doc[]
let paths: Set<string>

beforeAll(async () => {
  docs = []
  for (const pattern of DOCS)
    for await (const path of glob(pattern)) docs.push({ path, text: await readFile(path, 'utf8') })
  paths = new Set()
  const patterns = FOLDERS.map((folder) => `${folder}/**/*`)
  for await (const path of glob(patterns, { exclude: ['**/node_modules/**'] })) paths.add(path)
  for await (const path of glob('{*,.*.mjs}')) paths.add(path)
})

/** What the pattern's group matches in every document. */
function find(pattern: RegExp): { doc: string; name: string }[] {
  return docs.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name, other = '']) => ({ doc: path, name: name ?? other })),
  )
}

const describeDead = (found: { doc: string; name: string }[]) => [
  ...new Set(found.map(({ doc, name }) => `${doc}: ${name}`)),
]

function exists(name: string): boolean {
  const path = name.replace(/\/$/, '')
  if (paths.has(path) || paths.has(`${path}.ts`)) return true
  return [...paths].some((one) => one.endsWith(`/${path}`) || one.endsWith(`/${path}.ts`))
}

test('every file and folder that the documents name exists', () => {
  const named = find(/`([^`\s]+)`/g).filter(({ name }) => ROOTED.test(name) || FILE.test(name))
  expect(named.length).toBeGreaterThan(50)
  expect(describeDead(named.filter(({ name }) => !exists(name)))).toEqual([])
})

test('every link from one document to a file has a target', () => {
  const links = find(/\]\(([^)\s]+)\)|<img[^>]* src="([^"]+)"/g).filter(
    ({ name }) => !/^(https?:|#)/.test(name),
  )
  const dead = links.filter(({ doc, name }) => {
    const [file = ''] = name.split('#', 1)
    return !paths.has(normalize(join(dirname(doc), file)).replace(/\/$/, ''))
  })
  expect(links.length).toBeGreaterThan(20)
  expect(describeDead(dead)).toEqual([])
})

test('every npm script that the documents name exists', () => {
  const scripts: string[] = Object.keys(packageJson.scripts)
  const named = find(/npm (?:run ([\w:-]+)|(start|test)\b)/g)
  expect(named.length).toBeGreaterThan(10)
  expect(describeDead(named.filter(({ name }) => !scripts.includes(name)))).toEqual([])
})
