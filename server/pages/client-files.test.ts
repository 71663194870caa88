import { expect, test } from 'vitest'
import { type Manifest, scriptsOf } from './client-files.ts'

const MANIFEST: Manifest = {
  'app/entry.client.tsx': { file: 'assets/entry.js', imports: ['_react.js', '_shared.js'] },
  'app/routes/home.tsx': { file: 'assets/home.js', imports: ['_shared.js', '_cards.js'] },
  'app/routes/npc-live.tsx': { file: 'assets/npc-live.js', imports: ['_player.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
  '_cards.js': { file: 'assets/cards.js' },
  '_player.js': { file: 'assets/player.js' },
}

test('a page needs the entry and everything that it and the page import, each once', () => {
  const { entry, modules } = scriptsOf(MANIFEST, 'home', [])
  expect(entry).toBe('/assets/entry.js')
  expect(modules.toSorted()).toEqual(['cards', 'home', 'react', 'shared'].map((name) => `/assets/${name}.js`))
})

test('a part of a page, which the page imports later, brings what it imports', () => {
  const { modules } = scriptsOf(MANIFEST, 'home', ['app/routes/npc-live.tsx'])
  expect(modules).toEqual(expect.arrayContaining(['/assets/npc-live.js', '/assets/player.js']))
})

test('a page that was not built stops the start', () => {
  expect(() => scriptsOf(MANIFEST, 'nowhere', [])).toThrow('app/routes/nowhere.tsx is not part of the build')
})
