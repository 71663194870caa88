import { expect, test } from 'vitest'
import { countAdded } from './use-arrivals.ts'

test.each([
  [['b', 'c'], ['b', 'c'], 0],
  [['b', 'c'], ['a', 'b', 'c'], 1],
  [['c', 'd'], ['a', 'b', 'c'], 2],
  [['a', 'b'], ['b'], 0],
  [[], ['a'], 0],
  [['a'], [], 0],
  [['z'], ['a', 'b'], 0],
])('from %j to %j the list moves by %i rows', (before, after, added) => {
  expect(countAdded(before, after)).toBe(added)
})
