import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { startServer, type TestServer } from '../../../tests/support/start-server.ts'
import { askForecast } from './forecast-service.server.ts'
import { openWeatherStation } from './weather-station.server.ts'

const IN_JULY = { now: () => Date.UTC(2026, 6, 15) }

let server: TestServer | undefined

afterEach(() => server?.close())

async function weatherFrom(answer: RequestListener) {
  server = await startServer(answer)
  const url = `${server.url}/v1/forecast`
  const station = openWeatherStation({
    ask: () => askForecast(url),
    clock: IN_JULY,
    log: silentLog,
    onNews: () => {},
  })
  return station.current()
}

const say =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(body)

const FORECAST = '{"current_weather":{"temperature":9,"weathercode":0}}'

const redirectToForecast: RequestListener = (request, response) => {
  if (request.url === '/elsewhere') response.end(FORECAST)
  else response.writeHead(302, { location: '/elsewhere' }).end()
}

const sendForEver: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(16_384, ' ')
  const more = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', more)
  more()
}

test('the request is for Tallinn, as the specification says', async () => {
  let asked: URL | undefined
  const weather = await weatherFrom((request, response) => {
    asked = new URL(request.url ?? '', 'http://service')
    response.end('{"current_weather":{"temperature":-4.2,"weathercode":75}}')
  })
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    latitude: '59.4370',
    longitude: '24.7536',
    current_weather: 'true',
    timezone: 'Europe/Tallinn',
  })
  expect(weather).toMatchObject({ condition: 'snowy', temperature: -4.2, source: 'forecast' })
})

test('an unknown code is cloudy, with the temperature of the forecast', async () => {
  const weather = await weatherFrom(say('{"current_weather":{"temperature":9,"weathercode":999}}'))
  expect(weather).toMatchObject({ condition: 'cloudy', temperature: 9, source: 'forecast' })
})

test.each([
  ['HTML', say('<html>')],
  ['500', say('{"current_weather":{"temperature":9,"weathercode":0}}', 500)],
  ['a temperature as text', say('{"current_weather":{"temperature":"9","weathercode":0}}')],
  ['a broken connection', ((_request, response) => response.destroy()) as RequestListener],
  ['silence', (() => {}) as RequestListener],
  ['a redirect to a good answer', redirectToForecast],
  ['a good answer with a megabyte around it', say(`${FORECAST}${' '.repeat(1_000_000)}`)],
  ['bytes without an end', sendForEver],
])('%s gives the guess for the month', async (_what, answer) => {
  expect(await weatherFrom(answer)).toMatchObject({ condition: 'sunny', temperature: 22, source: 'guess' })
})
