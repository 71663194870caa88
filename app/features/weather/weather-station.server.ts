import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { WEATHER_REFRESH_MS, type Weather } from './contract.ts'
import { guessFromMonth, judgeForecast, monthInTallinn } from './judge-forecast.server.ts'

export type WeatherStation = ReturnType<typeof openWeatherStation>

type Needs = { ask(): Promise<unknown>; clock: Clock; log: Log; onNews(): void }

const RETRY_MS = 60_000

export function openWeatherStation({ ask, clock, log, onNews }: Needs) {
  let latest: Weather | undefined
  let readAt = 0
  let goodForMs = 0
  let refreshing: Promise<Weather> | undefined

  const guess = () => guessFromMonth(monthInTallinn(clock.now()))

  async function refresh(): Promise<Weather> {
    const forecast = await ask().then(judgeForecast, (error: unknown) => {
      log.debug({ err: error }, 'the forecast service did not answer')
      return undefined
    })
    if (forecast === undefined && latest?.source !== 'guess')
      log.warn('the forecast service gives no forecast; showing what the month is usually like')
    if (forecast && latest?.source === 'guess') log.info('the forecast service is back')
    latest = forecast ?? guess()
    readAt = clock.now()
    goodForMs = forecast ? WEATHER_REFRESH_MS : RETRY_MS
    refreshing = undefined
    onNews()
    return latest
  }

  function current(): Promise<Weather> {
    // Once the clock was set back, a forecast from its future would never get old.
    if (latest && Math.abs(clock.now() - readAt) < goodForMs) return Promise.resolve(latest)
    refreshing ??= refresh()
    return refreshing
  }

  return {
    /** The current weather; all visitors share one forecast per ten minutes. */
    current,
    /** The latest weather without waiting; refreshes an old one in the background. */
    latest(): Weather {
      void current()
      return latest ?? guess()
    },
  }
}
