import type { FastifyInstance } from 'fastify'
import type { WeatherStation } from './weather-station.server.ts'

export async function weatherApi(api: FastifyInstance, { weather }: { weather: WeatherStation }) {
  api.get('/weather', () => weather.current())
}
