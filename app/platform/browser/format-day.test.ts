import { expect, test } from 'vitest'
import { LANGUAGES } from '../../features/i18n/contract.ts'
import { formatDay } from './format-day.ts'

const LEAP_YEAR = 2028
const DAYS = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(LEAP_YEAR, 0, 1 + day)))

test.each(LANGUAGES)('every day of a year in %s is written as Intl writes it', (language) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const written = DAYS.map((day) => formatDay(language, day.toISOString().slice(0, 10)))
  expect(written).toEqual(DAYS.map((day) => format.format(day)))
})
