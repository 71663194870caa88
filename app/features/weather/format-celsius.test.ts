import { expect, test } from 'vitest'
import { formatCelsius } from './format-celsius.ts'

test.each([
  [-0.4, '0'],
  [-0, '0'],
  [-0.5, '0'],
  [-0.6, '-1'],
  [0.5, '1'],
  [21.5, '22'],
])('%d degrees are shown as %s', (temperature, shown) => {
  expect(formatCelsius('en', temperature)).toBe(`${shown}°C`)
})
