import { Cloud, CloudRain, type LucideIcon, Snowflake, Sun } from 'lucide-react'
import { getJson } from '../../platform/browser/api-client.ts'
import { inOwnTask } from '../../platform/browser/in-own-task.ts'
import { fill, useSpeech } from '../../platform/browser/messages.tsx'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import type { Language } from '../i18n/contract.ts'
import { type Condition, type MonthNames, WEATHER_REFRESH_MS, type Weather } from './contract.ts'
import { formatCelsius } from './format-celsius.ts'
import { useWeatherMessages } from './use-messages.ts'

const ICONS: Record<Condition, LucideIcon> = { sunny: Sun, cloudy: Cloud, rainy: CloudRain, snowy: Snowflake }

const WEATHER: ServerValueSource<Weather> = {
  load: () => getJson('/api/weather'),
  pollMs: WEATHER_REFRESH_MS,
  schedule: (load) => () => {
    inOwnTask(() => void load().catch(() => {}))
  },
}

/** `monthNames`: the month in Tallinn. */
type Props = { initialWeather: Weather; monthNames: MonthNames }

export function WeatherCard({ initialWeather, monthNames }: Props) {
  const words = useWeatherMessages()
  const { language } = useSpeech()
  const { value: weather } = useServerValue(initialWeather, WEATHER)
  const Icon = ICONS[weather.condition]
  return (
    <section
      data-testid="weather"
      aria-labelledby="weather-title"
      className="flex items-center gap-4 rounded-2xl border border-line bg-surface px-5 py-4"
    >
      <Icon aria-hidden="true" className="size-9 shrink-0 text-quest-text" />
      <div className="min-w-0">
        <h2 id="weather-title" className="font-bold text-base">
          {words.title}
        </h2>
        <p>
          <span className="font-bold font-display text-lg tabular-nums">
            {formatCelsius(language, weather.temperature)}
          </span>{' '}
          {words[weather.condition]}
        </p>
        <p className="text-muted text-sm">
          {fill(words[weather.source], { month: monthNames[language as Language] })}
        </p>
      </div>
    </section>
  )
}
