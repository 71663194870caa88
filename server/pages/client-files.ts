import { readFile } from 'node:fs/promises'

/** Vite's list of what it built, by source file. */
export type Manifest = Record<string, { file: string; imports?: string[]; src?: string }>

const ENTRY = 'app/entry.client.tsx'
const STYLE = 'app/app.css'

/** The scripts of one page: the entry, and everything that it, the page and the page's `parts` import. */
export function scriptsOf(
  manifest: Manifest,
  page: string,
  parts: string[],
): { entry: string; modules: string[] } {
  const found = new Set<string>()
  function add(source: string): void {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`${source} is not part of the build`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  add(ENTRY)
  add(`app/routes/${page}.tsx`)
  for (const part of parts) add(part)
  const [entry = '', ...modules] = [...found].map((file) => `/${file}`)
  return { entry, modules }
}

/** What the browsers' half of the build consists of. */
export async function readClientFiles(folder: URL) {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Manifest
  const style = await readFile(new URL(manifest[STYLE]?.file ?? '', folder), 'utf8')
  return { manifest, style }
}
