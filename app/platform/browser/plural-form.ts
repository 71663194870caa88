type Form = Intl.LDMLPluralRule

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most

function oneOrOther(count: number): Form {
  return count === 1 ? 'one' : 'other'
}

/** "un millón de", "un million de" */
function manyMillions(count: number): Form {
  return count > 0 && count % 1e6 === 0 ? 'many' : 'other'
}

function inRussian(count: number): Form {
  const [tens, ones] = [count % 100, count % 10]
  if (isBetween(tens, 11, 14)) return 'many'
  if (ones === 1) return 'one'
  return isBetween(ones, 2, 4) ? 'few' : 'many'
}

const RULES: Record<string, (count: number) => Form> = {
  en: oneOrOther,
  es: (count) => (count === 1 ? 'one' : manyMillions(count)),
  fr: (count) => (count < 2 ? 'one' : manyMillions(count)),
  de: oneOrOther,
  ru: inRussian,
  zh: () => 'other',
}

/** The form that a whole number takes, as `Intl.PluralRules` has it. */
export function pluralForm(language: string, count: number): Form {
  return (RULES[language] ?? oneOrOther)(count)
}
