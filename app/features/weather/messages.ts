import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'Weather in Tallinn',
  sunny: 'Sunny',
  cloudy: 'Cloudy',
  rainy: 'Rainy',
  snowy: 'Snowy',
  guess: 'Typical for {month}',
  forecast: 'Right now',
}

export type WeatherMessages = typeof en

export const weatherMessages = {
  en,
  es: {
    title: 'El tiempo en Tallin',
    sunny: 'Soleado',
    cloudy: 'Nublado',
    rainy: 'Lluvia',
    snowy: 'Nieve',
    guess: 'Lo normal en {month}',
    forecast: 'Ahora mismo',
  },
  fr: {
    title: 'Météo à Tallinn',
    sunny: 'Ensoleillé',
    cloudy: 'Nuageux',
    rainy: 'Pluie',
    snowy: 'Neige',
    guess: 'Habituel en {month}',
    forecast: 'En ce moment',
  },
  de: {
    title: 'Wetter in Tallinn',
    sunny: 'Sonnig',
    cloudy: 'Bewölkt',
    rainy: 'Regen',
    snowy: 'Schnee',
    guess: 'Typisch für {month}',
    forecast: 'Aktuell',
  },
  ru: {
    title: 'Погода в Таллине',
    sunny: 'Солнечно',
    cloudy: 'Облачно',
    rainy: 'Дождь',
    snowy: 'Снег',
    guess: 'Типичный {month}',
    forecast: 'Прямо сейчас',
  },
  zh: {
    title: '塔林天气',
    sunny: '晴',
    cloudy: '多云',
    rainy: '雨',
    snowy: '雪',
    guess: '{month}的常见天气',
    forecast: '此刻',
  },
} satisfies Record<Language, WeatherMessages>
