import { expect, test } from 'vitest'
import { LANGUAGES } from '../i18n/contract.ts'
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

test.each(LANGUAGES)('degrees in %s are written as Intl writes them', (language) => {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'celsius' })
  for (let degrees = -90; degrees <= 60; degrees += 1)
    expect(formatCelsius(language, degrees)).toBe(format.format(degrees))
})
