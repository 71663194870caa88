import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'Weather in Tallinn',
  sunny: 'Sunny',
  cloudy: 'Cloudy',
  rainy: 'Rainy',
  snowy: 'Snowy',
  guess: 'Estimated from the time of year. The live forecast is unavailable right now.',
  forecast: 'Latest from the forecast service.',
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
    guess: 'Estimación según la época del año. El pronóstico no está disponible ahora mismo.',
    forecast: 'Datos recientes del servicio meteorológico.',
  },
  fr: {
    title: 'Météo à Tallinn',
    sunny: 'Ensoleillé',
    cloudy: 'Nuageux',
    rainy: 'Pluie',
    snowy: 'Neige',
    guess: 'Estimation selon la période de l’année. Les prévisions sont momentanément indisponibles.',
    forecast: 'Dernières données du service météo.',
  },
  de: {
    title: 'Wetter in Tallinn',
    sunny: 'Sonnig',
    cloudy: 'Bewölkt',
    rainy: 'Regen',
    snowy: 'Schnee',
    guess: 'Nach der Jahreszeit geschätzt. Die Vorhersage ist gerade nicht verfügbar.',
    forecast: 'Aktuelle Daten vom Wetterdienst.',
  },
  ru: {
    title: 'Погода в Таллине',
    sunny: 'Солнечно',
    cloudy: 'Облачно',
    rainy: 'Дождь',
    snowy: 'Снег',
    guess: 'Оценка по времени года. Прогноз сейчас недоступен.',
    forecast: 'Свежие данные службы погоды.',
  },
  zh: {
    title: '塔林天气',
    sunny: '晴',
    cloudy: '多云',
    rainy: '雨',
    snowy: '雪',
    guess: '按季节估算，目前无法获取实时预报。',
    forecast: '来自天气预报服务的最新数据。',
  },
} satisfies Record<Language, WeatherMessages>
