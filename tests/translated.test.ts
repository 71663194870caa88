import { glob, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PAYMENT_MESSAGES } from '../app/features/donations/claims/payment-message.server.ts'
import { DONATIONS_PROBLEMS } from '../app/features/donations/problems.server.ts'
import { LANGUAGES, type Language } from '../app/features/i18n/contract.ts'
import { NPC_UNKNOWN } from '../app/features/npcs/contract.ts'
import { initials } from '../app/features/npcs/initials.ts'
import { SEEDED_DESCRIPTIONS } from '../app/features/npcs/seeded-descriptions.ts'
import { findNextQuest } from '../app/features/roadmap/milestones.ts'
import { SUBMISSIONS_PROBLEMS } from '../app/features/submissions/problems.server.ts'
import { describeLiveNews } from '../app/live-news.server.ts'
import { BODY_MALFORMED } from '../app/platform/http/parse-body.server.ts'
import { describeProblem } from '../app/platform/http/problem.ts'
import { site } from '../app/site.ts'
import { createApp } from '../server/app.ts'
import { readEnvironment } from '../server/environment.ts'
import { type TestDatabase, testDatabase } from './support/database/test-database.ts'
import { literalTexts } from './support/literal-texts.ts'
import { allMessages } from './support/site/all-messages.ts'
import { resourcesWith } from './support/site/site-resources.ts'
import { visibleTexts } from './support/site/visible-texts.ts'

/** Every screen that the server renders. */
const PAGES = ['/', '/onboarding', '/npc1', '/embed/npc1', '/go-live', '/no-such-page']

/** Names and codes, the same in every language. */
const NAMES = [site.name, site.company, 'NPC One', 'NPC Two', 'NPC Three', '@npcstream', initials('NPC One')]
const CODES = LANGUAGES.map((language) => language.toUpperCase())
/** A figure with its unit: 3,5 M, -2 °C, 0.0000 SOL, {number} Mbit/s. */
const FIGURE = /^[-\d.,\s]+(?:M|°C|SOL)$|^\{number\}\s*Mbit\/s$/

/** Words that really are the same in these languages. */
const SHARED_WORDS: Record<string, Language[]> = {
  'NPC LIVE': ['en', 'de'],
  'NPC LIVE · NPC Stream': ['en', 'de'],
  'NPC LIVE · {site}': ['en', 'de'],
  NPC: ['ru', 'zh'],
  LIVE: ['en', 'de'],
  Stream: ['en', 'de'],
  Online: ['en', 'de'],
  Offline: ['en', 'de'],
  OFFLINE: ['en', 'de'],
  Name: ['en', 'de'],
  optional: ['en', 'de'],
  Roadmap: ['en', 'de'],
  Jetski: ['en', 'de'],
  Details: ['en', 'de'],
  Bitrate: ['en', 'de'],
  Yacht: ['en', 'fr', 'de'],
  Pause: ['en', 'fr', 'de'],
  Volume: ['en', 'fr'],
  Interruptions: ['en', 'fr'],
  Error: ['en', 'es'],
  Audio: ['en', 'es'],
  Café: ['es', 'fr'],
  Motivation: ['fr', 'de'],
}

const PROBLEM_STATUSES = [400, 404, 405, 408, 409, 413, 414, 415, 418, 422, 429, 431, 500, 503]

/** What components write themselves: units and names. */
const LITERALS = ['SOL']

type Texts = Map<string, Set<Language>>

let database: TestDatabase
let app: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  app = await createApp(resourcesWith({ db: database.db }), readEnvironment({}))
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

function add(texts: Texts, language: Language, text: string): void {
  texts.set(text, (texts.get(text) ?? new Set()).add(language))
}

/** Texts that two languages share, without those that they may share. */
function findUntranslated(texts: Texts): string[] {
  return [...texts]
    .filter(([text, languages]) => languages.size > 1 && /\p{L}/u.test(text))
    .filter(([text]) => ![...NAMES, ...CODES].includes(text) && !FIGURE.test(text))
    .filter(([text, languages]) => [...languages].some((one) => !SHARED_WORDS[text]?.includes(one)))
    .map(([text, languages]) => `${text} (${[...languages].join(' ')})`)
}

async function textsOfPages(): Promise<Texts> {
  const texts: Texts = new Map()
  const visits = LANGUAGES.flatMap((language) => PAGES.map((url) => ({ language, url })))
  const readPage = async ({ language, url }: (typeof visits)[number]) => {
    const { body } = await app.inject({ url, headers: { cookie: `lang=${language}` } })
    expect(body).toContain('</html>')
    for (const text of visibleTexts(body)) add(texts, language, text)
  }
  await Promise.all(visits.map(readPage))
  return texts
}

test('no text of a page is the same in two languages', async () => {
  const texts = await textsOfPages()
  expect(texts.size).toBeGreaterThan(LANGUAGES.length * 80)
  expect(findUntranslated(texts)).toEqual([])
})

test('no message is the same in two languages, so also none that a page shows only later', async () => {
  const texts: Texts = new Map()
  for (const { forms } of await allMessages())
    for (const language of LANGUAGES) for (const text of forms[language]) add(texts, language, text)
  expect(texts.size).toBeGreaterThan(LANGUAGES.length * 200)
  expect(findUntranslated(texts)).toEqual([])
})

test('no problem, description or news is the same in two languages', () => {
  const problems = [
    BODY_MALFORMED,
    ...Object.values(DONATIONS_PROBLEMS),
    ...Object.values(SUBMISSIONS_PROBLEMS),
    NPC_UNKNOWN,
  ].map(({ detail }) => detail)
  const texts: Texts = new Map()
  for (const language of LANGUAGES) {
    for (const sentence of [...problems, ...SEEDED_DESCRIPTIONS, PAYMENT_MESSAGES])
      add(texts, language, sentence[language])
    for (const status of PROBLEM_STATUSES) add(texts, language, describeProblem(status, { language }).detail)
    const news = { siteName: site.name, total: 1, next: findNextQuest([]) }
    for (const text of Object.values(describeLiveNews(language, news))) add(texts, language, text)
  }
  expect(texts.size).toBeGreaterThan(LANGUAGES.length * 35)
  expect(findUntranslated(texts)).toEqual([])
})

test('no component writes a text of its own', async () => {
  const found: string[] = []
  for await (const path of glob('app/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/*.server.*'] }))
    for (const text of literalTexts(path, await readFile(path, 'utf8')))
      if (!LITERALS.includes(text)) found.push(`${path}: ${text}`)
  expect(found).toEqual([])
})

test('a text that a component writes itself is found wherever it may be shown', () => {
  const code = `
    function Screen({ isOpen, words }) {
      showToast({ title: 'In a toast', variant: 'destructive' })
      alert('In an alert')
      return <p aria-label="Read aloud" className="not this" title={isOpen ? \`From a \${choice}\` : words.title}>
        In the text {isOpen && 'In braces'} {words.fine} 24/7
      </p>
    }`
  expect(literalTexts('screen.tsx', code).sort()).toEqual([
    'From a',
    'In a toast',
    'In an alert',
    'In braces',
    'In the text',
    'Read aloud',
  ])
})
