import { expect, test } from 'vitest'
import { isReadable, tidyLine, tidyText } from './plain-text.ts'

const LINE = { max: 200, isOneLine: true }
const LINES = { max: 5_000, isOneLine: false }

test.each(['Ann', 'علی‌رضا', 'ශ්‍රී ලංකා', '👨‍👩‍👧‍👦 and I', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 fan', '❤️ 1️⃣', '李小龍', '7'])(
  '%j can be read',
  (text) => {
    expect(isReadable(tidyLine(text), LINE)).toBe(true)
  },
)

test.each([
  ['nothing', ''],
  ['signs alone', '!?'],
  ['a blank that looks like a letter', '\u3164'],
  ['a blank Braille pattern', '\u2800'],
  ['a direction override', 'evil\u202etxt'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner at the start', '\u200dAnn'],
  ['a tag without its flag', 'Ann\u{e0061}'],
  ['a control character', 'a\u0007b'],
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud83d'],
  ['a private character', 'a\ue000'],
  ['a line separator', 'a\u2028b'],
  ['too many letters', 'a'.repeat(201)],
  ['two lines', 'a\nb'],
])('%s cannot be one line', (_what, text) => {
  expect(isReadable(text, LINE)).toBe(false)
})

test('longer texts have lines', () => {
  expect(isReadable('a\n\nb', LINES)).toBe(true)
})

test('what copying leaves is removed, and line ends become one kind', () => {
  expect(tidyText(' a\r\nb\rc\u00ad\u200bd\te ')).toBe('a\nb\ncd e')
  expect(tidyLine(' Ann\u00a0 \n Lee ')).toBe('Ann Lee')
})

test('a long text of what needs a look back is judged at once', () => {
  expect(isReadable(`${'🏴\u{e0067}'.repeat(1_200)}\u200b`, LINES)).toBe(false)
  expect(isReadable(`${'\u{e0067}'.repeat(2_400)}`, LINES)).toBe(false)
})
