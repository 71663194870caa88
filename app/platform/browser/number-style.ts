/** Numbers below `from` keep the unit before; without it, those below `size`. */
export type Unit = { size: number; name: string; from?: number }

/** How a language writes numbers, as in `Intl`, whose data takes long to load: docs/decisions/0037. */
export type NumberStyle = { decimal: string; group: string; groupedFrom: number; units: Unit[] }

const ENGLISH: NumberStyle = {
  decimal: '.',
  group: ',',
  groupedFrom: 4,
  // The specification has a small k: 70k, 3.5M.
  units: [
    { size: 1e3, name: 'k' },
    { size: 1e6, name: 'M' },
    { size: 1e9, name: 'B' },
    { size: 1e12, name: 'T' },
  ],
}

const STYLES: Record<string, NumberStyle> = {
  en: ENGLISH,
  es: {
    decimal: ',',
    group: '.',
    groupedFrom: 5,
    units: [
      { size: 1e3, name: '\u00a0mil' },
      { size: 1e6, name: '\u00a0M' },
      { size: 1e9, name: '\u00a0mil\u00a0M', from: 1e10 },
      { size: 1e12, name: '\u00a0B' },
    ],
  },
  fr: {
    decimal: ',',
    group: '\u202f',
    groupedFrom: 4,
    units: [
      { size: 1e3, name: '\u00a0k' },
      { size: 1e6, name: '\u00a0M' },
      { size: 1e9, name: '\u00a0Md' },
      { size: 1e12, name: '\u00a0Bn' },
    ],
  },
  de: {
    decimal: ',',
    group: '.',
    groupedFrom: 4,
    units: [
      { size: 1e6, name: '\u00a0Mio.' },
      { size: 1e9, name: '\u00a0Mrd.' },
      { size: 1e12, name: '\u00a0Bio.' },
    ],
  },
  ru: {
    decimal: ',',
    group: '\u00a0',
    groupedFrom: 4,
    units: [
      { size: 1e3, name: '\u00a0тыс.' },
      { size: 1e6, name: '\u00a0млн' },
      { size: 1e9, name: '\u00a0млрд' },
      { size: 1e12, name: '\u00a0трлн' },
    ],
  },
  zh: {
    decimal: '.',
    group: ',',
    groupedFrom: 4,
    units: [
      { size: 1e4, name: '万' },
      { size: 1e8, name: '亿' },
      { size: 1e12, name: '万亿' },
    ],
  },
}

export function styleOf(language: string): NumberStyle {
  return STYLES[language] ?? ENGLISH
}
