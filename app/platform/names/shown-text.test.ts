import { expect, test } from 'vitest'
import { findTextFault, tidyText } from './shown-text.ts'

test.each([
  ['Vit à Tallinn\u202f: l’histoire s’écrit\u00a0!', undefined],
  ['住在塔林，全天候直播。', undefined],
  ['Walks the dog 🐕‍🦺, then streams', undefined],
  ['', 'length'],
  ['\u00a0', 'length'],
  ['x'.repeat(31), 'length'],
  ['a \u202e b', 'invisible'],
  ['zero\u200bwidth', 'invisible'],
  [`a${'\u0301'.repeat(9)}`, 'marks'],
])('%j has the fault %s', (text, fault) => {
  expect(findTextFault(text, 30 + (fault === undefined ? 20 : 0))).toBe(fault)
})

test('a text of several lines becomes one paragraph, and keeps the spaces at which no line breaks', () => {
  expect(tidyText('  one\r\n\ttwo   three\u00a0! \u202f?')).toBe('one two three\u00a0! \u202f?')
})

test('fixed spaces count', () => {
  expect(findTextFault(`a${'\u00a0'.repeat(40)}b`, 30)).toBe('length')
})
