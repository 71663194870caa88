import { messagesHook } from '../../platform/browser/messages.tsx'
import type { WeatherMessages } from './messages.ts'

export const useWeatherMessages = messagesHook<WeatherMessages>('weather')
