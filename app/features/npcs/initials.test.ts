import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['marten', 'MA'],
  ['NPC One', 'NP'],
  ['é', 'É'],
  ['  x y', 'XY'],
  ['李小龙', '李小'],
  ['#1', '#1'],
  ['🎮 gamer', 'GA'],
  ['', ''],
])('%s has the initials %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
