import { expect, test } from 'vitest'
import { keepTyped } from './keep-typed.ts'

test('a field shows what is stored, unless somebody has typed in it since it was sent', () => {
  const sent = { name: ' Ada ', company: 'Engines', handle: '' }
  const stored = { name: 'Ada', company: 'Looms', handle: '' }
  expect(keepTyped(stored, sent, sent)).toEqual(stored)
  expect(keepTyped(stored, sent, { ...sent, company: 'Engines & Co' })).toEqual({
    ...stored,
    company: 'Engines & Co',
  })
})

test('a field that was not sent keeps what was typed, and one that is not stored any more is empty', () => {
  const sent: Record<string, string> = { de: 'Hallo' }
  expect(keepTyped({}, sent, { de: 'Hallo', fr: 'Salut' })).toEqual({ fr: 'Salut' })
})
