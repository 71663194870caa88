import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizePath, readTarget } from './request-target.ts'

test.each([
  ['/', '/', undefined],
  ['/npc1?a=1?b', '/npc1', 'a=1?b'],
  ['/npc1?', '/npc1', ''],
  ['/a#%E0%A4%A', '/a', undefined],
  ['/a?b#c?d', '/a', 'b'],
  ['http://npc.example/npc1?x', '/npc1', 'x'],
  ['http://npc.example', '/', undefined],
  ['http://npc.example?x', '/', 'x'],
  ['//npc.example/a', '//npc.example/a', undefined],
  ['*', '/*', undefined],
  ['', '/', undefined],
])('of %s the path is %s and the query %s', (url, path, query) => {
  expect(readTarget(url)).toEqual({ path, query })
})

test.each([
  ['/NPC1', '/npc1'],
  ['/%6Epc1', '/npc1'],
  ['/%2Fa', '/%2fa'],
  ['/%E0%A4%A', undefined],
  ['/%', undefined],
])('%s leads to %s', (path, expected) => {
  expect(normalizePath(path)).toBe(expected)
})

test('any target gives a path that starts with a slash and stays on this site', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (url) => {
      const { path, query = '' } = readTarget(url)
      expect(path).toMatch(/^\//)
      expect(new URL(`http://localhost${path}?${query}`).origin).toBe('http://localhost')
      normalizePath(path)
    }),
  )
})
