import { fill } from './fill.ts'

type DayStyle = { text: string; months?: string }

const ENGLISH: DayStyle = {
  text: '{month} {d}, {year}',
  months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
}

const STYLES: Record<string, DayStyle> = {
  en: ENGLISH,
  es: { text: '{d} {month} {year}', months: 'ene feb mar abr may jun jul ago sept oct nov dic' },
  fr: {
    text: '{d} {month} {year}',
    months: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  },
  de: { text: '{dd}.{mm}.{year}' },
  ru: {
    text: '{d} {month} {year} г.',
    months: 'янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.',
  },
  zh: { text: '{year}年{m}月{d}日' },
}

/** A day such as 2026-11-19, as `Intl` writes a date of medium length: docs/decisions/0037. */
export function formatDay(language: string, day: string): string {
  const { text, months = '' } = STYLES[language] ?? ENGLISH
  const [year = '', mm = '', dd = ''] = day.split('-')
  const [m, d] = [Number(mm), Number(dd)]
  return fill(text, { year, mm, dd, m, d, month: months.split(' ')[m - 1] ?? '' })
}
