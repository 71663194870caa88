import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { MessagesProvider } from '../../platform/browser/messages.tsx'
import type { Language } from '../i18n/contract.ts'
import type { Translations } from './contract.ts'
import { SEEDED_DESCRIPTIONS, translateDescriptions } from './seeded-descriptions.ts'
import { useDescription } from './use-description.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

test('the descriptions that we translate are the ones that a new database has', async () => {
  const { rows } = await database.db.query<{ description: string }>(
    'select description from npcs order by id',
  )
  expect(SEEDED_DESCRIPTIONS.map(({ en }) => en)).toEqual(rows.map(({ description }) => description))
})

type Described = Parameters<typeof useDescription>[0]

function Description(npc: Described) {
  const shown = useDescription(npc)
  return createElement('p', { lang: shown.lang }, shown.text)
}

function show(language: Language, description: string, descriptions?: Translations): string {
  const messages = { descriptions: translateDescriptions(language) }
  const children = createElement(Description, descriptions ? { description, descriptions } : { description })
  return renderToStaticMarkup(
    createElement(MessagesProvider, { language, messages, loadMessages: async () => messages, children }),
  )
}

test('a seeded description is in the language of the page', () => {
  const [first] = SEEDED_DESCRIPTIONS
  expect(show('zh', first?.en ?? '')).toBe(`<p lang="zh-Hans">${first?.zh}</p>`)
  expect(show('en', first?.en ?? '')).toBe(`<p lang="en">${first?.en}</p>`)
})

test.each(['Lives in Tartu.', 'constructor', ''])(
  'the operator’s “%s” stays and is marked as English',
  (text) => {
    expect(show('de', text)).toBe(`<p lang="en">${text}</p>`)
  },
)

test('what an operator wrote in a language comes before our own translation, and in that language alone', () => {
  const [first] = SEEDED_DESCRIPTIONS
  const own = { de: 'Wohnt in Tartu.' }
  expect(show('de', first?.en ?? '', own)).toBe('<p lang="de">Wohnt in Tartu.</p>')
  expect(show('ru', first?.en ?? '', own)).toBe(`<p lang="ru">${first?.ru}</p>`)
  expect(show('fr', 'Lives in Tartu.', own)).toBe('<p lang="en">Lives in Tartu.</p>')
})
