import { expect, test } from 'vitest'
import { chooseMissionText } from './choose-mission-text.ts'

test.each([
  [{ en: 'Run', de: 'Lauf' }, 'de', { text: 'Lauf', language: 'de' }],
  [{ en: 'Run', de: 'Lauf' }, 'fr', { text: 'Run', language: 'en' }],
  [{ de: 'Lauf' }, 'fr', undefined],
  [{}, 'en', undefined],
] as const)('of %j a visitor who reads %s gets %j', (texts, language, expected) => {
  expect(chooseMissionText({ texts }, language)).toEqual(expected)
})
