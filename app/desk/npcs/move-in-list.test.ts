import { expect, test } from 'vitest'
import { moveInList } from './move-in-list.ts'

test.each([
  ['b', -1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['a', -1, undefined],
  ['c', 1, undefined],
  ['x', 1, undefined],
] as const)('%s by %i', (entry, by, expected) => {
  expect(moveInList(['a', 'b', 'c'], entry, by)).toEqual(expected)
})
