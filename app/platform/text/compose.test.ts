import { expect, test } from 'vitest'
import { compose } from './compose.ts'

test('letters and marks are composed', () => {
  expect(compose('Zoe\u0308')).toBe('Zo\u00eb')
})

test('half a million marks on one letter are not sorted', () => {
  const marks = '\u0300'.repeat(250_000) + '\u0316'.repeat(250_000)
  expect(compose(`a${marks}`)).toBe(`a${marks}`)
})
