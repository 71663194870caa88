import { Cloud, CloudRain, type LucideIcon, Snowflake, Sun } from 'lucide-react'
import { getJson } from '../../platform/browser/api-client.ts'
import { useSpeech } from '../../platform/browser/messages.tsx'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import { type Condition, WEATHER_REFRESH_MS, type Weather } from './contract.ts'
import { roundTemperature } from './judge-forecast.ts'
import { useWeatherMessages } from './use-messages.ts'

const ICONS: Record<Condition, LucideIcon> = { sunny: Sun, cloudy: Cloud, rainy: CloudRain, snowy: Snowflake }

const WEATHER: ServerValueSource<Weather> = {
  load: () => getJson('/api/weather'),
  pollMs: WEATHER_REFRESH_MS,
}

export function WeatherCard({ initialWeather }: { initialWeather: Weather }) {
  const words = useWeatherMessages()
  const { language } = useSpeech()
  const { value: weather } = useServerValue(initialWeather, WEATHER)
  const Icon = ICONS[weather.condition]
  return (
    <section
      data-testid="weather"
      aria-labelledby="weather-title"
      className="rounded-2xl border border-line bg-surface p-6"
    >
      <h2 id="weather-title" className="mb-4 font-bold text-xl">
        {words.title}
      </h2>
      <div className="flex items-center gap-4">
        <Icon aria-hidden="true" className="size-10 shrink-0 text-quest-text" />
        <p className="min-w-[4ch] font-bold font-display text-3xl tabular-nums">
          {formatCelsius(language, roundTemperature(weather.temperature))}
        </p>
        <p className="text-lg">{words[weather.condition]}</p>
      </div>
      <p className="mt-4 min-h-10 text-muted text-sm">{words[weather.source]}</p>
    </section>
  )
}

function formatCelsius(language: string, degrees: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'celsius' }).format(degrees)
}
