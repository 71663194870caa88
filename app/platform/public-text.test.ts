import * as v from 'valibot'
import { expect, test } from 'vitest'
import { lineOfText, secureUrl } from './public-text.server.ts'

const accepts = (schema: v.GenericSchema, given: unknown) => v.safeParse(schema, given).success

test.each([
  ['  The cap\nstood  ', 'The cap stood'],
  ['Семья 👨‍👩‍👧', 'Семья 👨‍👩‍👧'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('%j is a line of text', (given, line) => {
  expect(v.parse(lineOfText(20), given)).toBe(line)
})

test.each(['', ' ', 'a\u0000b', 'a\u202eb', 'a\u200bb', 'a\ud800', 'x'.repeat(21), ' '.repeat(200), 7, null])(
  '%j is none',
  (given) => expect(accepts(lineOfText(20), given)).toBe(false),
)

test.each([
  [' https://X.com/npcs ', 'https://x.com/npcs'],
  ['https://пример.рф/ä', 'https://xn--e1afmkfd.xn--p1ai/%C3%A4'],
])('%j is an address', (given, address) => {
  expect(v.parse(secureUrl(60), given)).toBe(address)
})

test.each([
  'http://x.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'x.com',
  '//x.com',
  'https://',
  'https://localhost/',
  'https://user:secret@x.com/',
  `https://x.com/${'x'.repeat(60)}`,
  `https://x.com/${'ä'.repeat(20)}`,
  'https://x.com/\u202e',
  7,
])('%j is none that may be published', (given) => {
  expect(accepts(secureUrl(60), given)).toBe(false)
})
