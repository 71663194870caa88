import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openWeatherStation } from './weather-station.server.ts'

const FORECAST = { current_weather: { temperature: 7, weathercode: 61 } }
const NOVEMBER = Date.UTC(2026, 10, 16)

function world() {
  let now = NOVEMBER
  const lines: string[] = []
  const ask = vi.fn<() => Promise<unknown>>(async () => FORECAST)
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const onNews = vi.fn()
  const station = openWeatherStation({ ask, clock: { now: () => now }, log, onNews })
  return {
    station,
    ask,
    lines,
    onNews,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('one request serves all visitors for ten minutes', async () => {
  const { station, ask, pass } = world()
  const seen = await Promise.all(Array.from({ length: 50 }, () => station.current()))
  expect(new Set(seen).size).toBe(1)
  expect(seen[0]).toMatchObject({ condition: 'rainy', temperature: 7, source: 'forecast' })
  pass(599_999)
  await station.current()
  expect(ask).toHaveBeenCalledTimes(1)
  pass(1)
  await station.current()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a clock that is set back does not keep an old forecast', async () => {
  const { station, ask, pass } = world()
  await station.current()
  pass(-3_600_000)
  await station.current()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('after a failure the weather is a guess, logged once, until the service is back', async () => {
  const { station, ask, lines, pass } = world()
  ask.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('<html>').mockResolvedValueOnce({})
  for (let minute = 0; minute < 3; minute += 1) {
    expect(await station.current()).toMatchObject({ condition: 'cloudy', temperature: 15, source: 'guess' })
    pass(60_000)
  }
  expect(lines).toHaveLength(1)
  expect(await station.current()).toMatchObject({ source: 'forecast' })
  expect(lines).toHaveLength(2)
})

test('a page never waits: it shows the latest weather and is notified of a new forecast', async () => {
  const { station, onNews } = world()
  expect(station.latest()).toMatchObject({ source: 'guess' })
  expect(onNews).not.toHaveBeenCalled()
  await station.current()
  expect(onNews).toHaveBeenCalledTimes(1)
  expect(station.latest()).toMatchObject({ source: 'forecast', temperature: 7 })
})
