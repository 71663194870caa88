import { expect, test } from 'vitest'
import { nameMonth } from './name-month.server.ts'

test('a month has its name in every language', () => {
  expect(nameMonth(1)).toEqual({
    en: 'January',
    es: 'enero',
    fr: 'janvier',
    de: 'Januar',
    ru: 'январь',
    zh: '一月',
  })
  expect(nameMonth(12).ru).toBe('декабрь')
})
