import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../app/features/i18n/contract.ts'
import { allMessages } from './support/site/all-messages.ts'

type Rule = { says: string; broken: RegExp }

const NO_STRAIGHT_MARKS: Rule[] = [
  { says: 'the apostrophe is ’, quotes are curved or angular', broken: /['"]/ },
  { says: 'the ellipsis is one character', broken: /\.\.\./ },
  { says: 'no space at the ends, none doubled', broken: /^\s|\s$|\s\s/ },
]

/** The rules of docs/translating.md; English has the texts of the specification as they are. */
const RULES: Partial<Record<Language, Rule[]>> = {
  es: [{ says: '¡ and ¿ open', broken: /^[^¡]*!|^[^¿]*\?/ }],
  fr: [
    { says: 'U+202F before ; : ! ?', broken: /[^\u202f][;:!?](?=\s|$)/ },
    { says: 'U+00A0 inside « »', broken: /«[^\u00a0]|[^\u00a0]»/ },
    { says: 'no space before …', broken: /\s…/ },
  ],
  de: [{ says: 'U+00A0 before …', broken: /[^\u00a0]…/ }],
  ru: [{ says: 'U+00A0 before —', broken: /[^\u00a0]—/ }],
  zh: [
    { says: 'full-width punctuation', broken: /\p{sc=Han}[,.!?:;()]|[,.!?:;()]\p{sc=Han}/u },
    { says: 'a space between Chinese and Latin', broken: /\p{sc=Han}[a-z0-9]|[a-z0-9]\p{sc=Han}/iu },
    { says: 'the ellipsis is ……', broken: /(?<!…)…(?!…)/ },
  ],
}

let messages: Awaited<ReturnType<typeof allMessages>>

beforeAll(async () => {
  messages = await allMessages()
})

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'in %s every message follows the rules for punctuation',
  (language) => {
    const broken = messages.flatMap(({ name, forms }) =>
      [...NO_STRAIGHT_MARKS, ...(RULES[language] ?? [])].flatMap((rule) =>
        forms[language]
          .filter((text) => rule.broken.test(text))
          .map((text) => `${name}: ${text} (${rule.says})`),
      ),
    )
    expect(messages.length).toBeGreaterThan(200)
    expect(broken).toEqual([])
  },
)

test('a message has the same places in every language', () => {
  const placesIn = (texts: string[]) => [...new Set(texts.join(' ').match(/\{\w+\}/g))].sort().join(' ')
  const different = messages.filter(
    ({ forms }) => new Set(LANGUAGES.map((language) => placesIn(forms[language]))).size > 1,
  )
  expect(different.map(({ name }) => name)).toEqual([])
})
