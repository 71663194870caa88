import type { SettingsReader } from '../../platform/settings/read-settings.server.ts'
import { httpUrl } from '../../platform/settings/variable-types.server.ts'

export function readWeatherSettings({ read }: SettingsReader) {
  return { weatherUrl: read('WEATHER_URL', httpUrl, 'https://api.open-meteo.com/v1/forecast') }
}
