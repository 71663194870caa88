import { expect, test } from 'vitest'
import { conditionOf, guessFromMonth, judgeForecast, monthInTallinn } from './judge-forecast.server.ts'

const CODES = {
  sunny: [0],
  cloudy: [1, 2, 3, 45, 95, 99, -1, 1000],
  rainy: [51, 53, 55, 61, 63, 65, 80, 81, 82],
  snowy: [71, 73, 75, 77, 85, 86],
}

test('a month begins when it begins in Tallinn', () => {
  expect(monthInTallinn(Date.parse('2026-11-30T21:59:00Z'))).toBe(11)
  expect(monthInTallinn(Date.parse('2026-11-30T22:00:00Z'))).toBe(12)
})

test.each(Object.entries(CODES))('%s has the codes %j', (condition, codes) => {
  expect(codes.map(conditionOf)).toEqual(codes.map(() => condition))
})

test.each([
  [12, 'snowy', -2],
  [1, 'snowy', -2],
  [3, 'snowy', -2],
  [4, 'cloudy', 15],
  [6, 'cloudy', 15],
  [7, 'sunny', 22],
  [9, 'sunny', 22],
  [10, 'cloudy', 15],
  [11, 'cloudy', 15],
])('in month %i the guess is %s, %i °C', (month, condition, temperature) => {
  expect(guessFromMonth(month)).toMatchObject({ condition, temperature, source: 'guess' })
})

test('a forecast is taken over unchanged', () => {
  expect(judgeForecast({ current_weather: { temperature: -3.4, weathercode: 73 } })).toMatchObject({
    condition: 'snowy',
    temperature: -3.4,
    source: 'forecast',
  })
})

test.each([
  undefined,
  null,
  'snow',
  {},
  { current_weather: null },
  { current_weather: { temperature: '3', weathercode: 0 } },
  { current_weather: { temperature: Number.NaN, weathercode: 0 } },
  { current_weather: { temperature: 9_999, weathercode: 0 } },
  { current_weather: { temperature: 3 } },
  { current_weather: { temperature: 3, weathercode: '0' } },
])('%o is no forecast', (answer) => {
  expect(judgeForecast(answer)).toBeUndefined()
})
