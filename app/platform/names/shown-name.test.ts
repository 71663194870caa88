import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNameFault as findFault, normalizeName, tidyName } from './shown-name.ts'

const MAX_NAME_LENGTH = 40
const findNameFault = (name: string) => findFault(name, MAX_NAME_LENGTH)

const NAMES: Record<string, string[]> = {
  Latin: [
    'Ann',
    "O'Brien-Łukasz",
    'José María',
    'Ọlábísí',
    'Nguyễn Thị Hồng',
    'Lê Quỳnh',
    'Ǫ́ʼóó',
    'ʻIolani',
    'R2-D2',
  ],
  'Latin, decomposed': ['Nguyễn'.normalize('NFD'), 'Ọ̀ṣun', 'Ṣẹ́gun', 'ė̃'],
  Greek: ['Ἀλέξανδρος', 'Μαρία', 'ᾠδή'],
  Cyrillic: ['Юлия Ёлкина', 'Олександр', 'Ө. Бат-Эрдэнэ', 'Петро́в'],
  Armenian: ['Հայկ Սարգսյան'],
  Georgian: ['გიორგი', 'ᲗᲐᲛᲐᲠ'],
  Hebrew: ['דָּוִד', 'שִׁמְעוֹן', 'הַשָּׁ֣מַיִם', 'מֹשֶׁה', 'צה״ל'],
  Arabic: ['مُحَمَّد', 'اللّٰه', 'نُورُ الدِّين', 'عبدُاللَّه', 'آية'],
  Persian: ['علی‌رضا', 'می‌خواهم', 'مه‌لقا', 'ابر‌قهرمان'],
  Urdu: ['فاطمہ جناح', 'ڑیحان'],
  Syriac: ['ܡܳܪܝܰܡ'],
  Thaana: ['މުހައްމަދު'],
  "N'Ko": ['ߒߞߏ', 'ߡߊ߬ߡߊ߬ߘߎ߫'],
  Ethiopic: ['አበበ ቢቂላ', 'ኃይሌ'],
  Devanagari: ['श्रीकृष्ण', 'प्रियंका', 'क़ुर्बान', 'शरद् शर्मा', 'क्‍षितिज', 'हिन्दुस्तान', 'अर्‍या'],
  Bengali: ['রবীন্দ্রনাথ', 'র‍্যান্ডি', 'সৌম্য', 'ক্‌ষ'],
  Gurmukhi: ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  Gujarati: ['નરેન્દ્ર', 'શ્રી'],
  Oriya: ['ଶ୍ରୀ ଜଗନ୍ନାଥ'],
  Tamil: ['தமிழ்ச்செல்வி', 'ஸ்ரீ'],
  Telugu: ['శ్రీనివాస్', 'రామ్‌గోపాల్'],
  Kannada: ['ಶ್ರೀನಿವಾಸ', 'ರ‍್ಯಾಂಕ್', 'ರಾಜ್‌ಕುಮಾರ್'],
  Malayalam: ['ശ്രീകൃഷ്ണൻ', 'കൃഷ്ണന്‍ നായര്‍', 'മോഹൻലാൽ'],
  Sinhala: ['ශ්‍රී ලංකා', 'චන්ද්‍රිකා', 'ක්‍ෂ'],
  Thai: ['กิ๊ก', 'น้ำผึ้ง', 'ปั๊ม', 'เป๊ปซี่', 'สิทธิ์'],
  Lao: ['ນ້ຳ', 'ຈັນທະຈອນ', 'ປຶ້ມ'],
  Tibetan: ['བསྟན་འཛིན་རྒྱ་མཚོ', 'ཧཱུྃ', 'བསྒྲུབས'],
  Burmese: ['အောင်ဆန်းစုကြည်', 'ကျွန်ုပ်', 'လျှော့်', 'မြွှေ', 'ကြွေး'],
  Khmer: ['ស្រីនាថ', 'ញ៉ាំ', 'ព្រះចន្ទ្រ', 'ស្ត្រី'],
  Javanese: ['ꦱꦸꦏꦂꦤꦺꦴ'],
  Balinese: ['ᬩᬮᬶ', 'ᬓ᭄ᬢᬸᬢ᭄'],
  Cherokee: ['ᏍᏏᏉᏯ'],
  'Canadian Aboriginal': ['ᐃᓄᒃᑎᑐᑦ'],
  Mongolian: ['ᠲᠡᠮᠦᠵᠢᠨ'],
  Tifinagh: ['ⵉⴷⵉⵔ'],
  Vai: ['ꕙꔤ'],
  Adlam: ['𞤀𞤣𞤤𞤢𞤥', '𞤃𞤮𞥅𞤣𞤭'],
  Hangul: ['김민준', '홍길동', '한'.normalize('NFD')],
  Japanese: ['山田 太郎', 'さくら', 'サクラー', '佐々木', 'ﾊﾅｺ', 'が'.normalize('NFD')],
  Chinese: ['李小龍', '王·买买提', '𠮷野', '〇'],
  Yi: ['ꆈꌠꉙ'],
  Emoji: [
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '👍🏽',
    '👩🏾‍🚀',
    '🇩🇪🇫🇷',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    '1️⃣#️⃣',
    '❤️',
    '❤',
    '☎︎',
    '🧑🏻‍❤️‍💋‍🧑🏿',
    'ℹ️ ©®',
    '☝️🏽',
    'Ann 🦊!',
  ],
  Signs: ['$olana™', '½ price', '(ツ)', '¯\\_(ツ)_/¯', '♥♡', '42', '…', '<b>'],
}

test.each(Object.entries(NAMES))('%s: %j can be listed', (_script, names) => {
  expect(names.map((name) => [name, findNameFault(normalizeName(name))])).toEqual(
    names.map((name) => [name, undefined]),
  )
})

test.each([
  ['nothing', '', 'length'],
  ['41 characters', 'a'.repeat(41), 'length'],
  ['41 emoji', '🦊'.repeat(41), 'length'],
  ['a Hangul filler', '\u3164', 'invisible'],
  ['a halfwidth Hangul filler', 'Ann\uffa0', 'invisible'],
  ['Hangul jamo fillers', '\u115f\u1160', 'invisible'],
  ['a blank Braille pattern', '\u2800', 'invisible'],
  ['a soft hyphen', 'An\u00adn', 'invisible'],
  ['a tag character', 'Anonymous\u{e0041}', 'invisible'],
  ['a flag with a hidden message', '🏴\u{e0068}\u{e0069}\u{e007f}', 'invisible'],
  ['a region flag that does not end', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}', 'invisible'],
  ['a variation selector on a letter', 'A\ufe0fnn', 'invisible'],
  ['a variation selector on a digit', '1\ufe0f', 'invisible'],
  ['a supplementary variation selector', '葛\u{e0100}', 'invisible'],
  ['two variation selectors', '❤\ufe0f\ufe0f', 'invisible'],
  ['a combining grapheme joiner', 'A\u034fnn', 'invisible'],
  ['a Mongolian vowel separator', 'A\u180enn', 'invisible'],
  ['an unassigned ignorable', 'A\u2065nn', 'invisible'],
  ['a zero-width space', 'zero\u200bwidth', 'invisible'],
  ['a word joiner', 'zero\u2060width', 'invisible'],
  ['a byte order mark', 'a\ufeffb', 'spaces-or-invisible'],
  ['a joiner between Latin letters', 'An\u200dn', 'invisible'],
  ['a non-joiner between Latin letters', 'An\u200cn', 'invisible'],
  ['a joiner at the end', '🦊\u200d', 'invisible'],
  ['two joiners', '👩\u200d\u200d🚀', 'invisible'],
  ['a non-joiner where Devanagari shows none', 'रा\u200cम', 'invisible'],
  ['a direction override', 'evil\u202etxt', 'invisible'],
  ['an isolate', 'a\u2066b', 'invisible'],
  ['a left-to-right mark', 'a\u200eb', 'invisible'],
  ['a control character', 'a\u0007b', 'invisible'],
  ['a private character', '\ue000', 'invisible'],
  ['half a character', '\ud83d', 'invisible'],
  ['an unassigned character', '\u0378', 'invisible'],
  ['an object replacement', '\ufffc', 'invisible'],
  ['a mark of its own', '\u0301', 'invisible'],
  ['a mark on a space', 'a \u0301b', 'invisible'],
  ['an enclosing mark', 'a\u20dd', 'invisible'],
  ['39 accents', `a${'\u0301'.repeat(39)}`, 'marks'],
  ['three accents', 'q\u0301\u0302\u0303', 'marks'],
  ['eight vowel signs', `क${'ि'.repeat(8)}`, 'marks'],
  ['five Arabic signs', 'ب\u064b\u064c\u064d\u064e\u064f', 'marks'],
  ['five Thai tones', `ก${'\u0e49'.repeat(5)}`, 'marks'],
  ['a line break', 'line\nbreak', 'spaces'],
  ['a tab', 'a\tb', 'spaces'],
  ['a no-break space', 'a\u00a0b', 'spaces'],
  ['an ideographic space', '山田\u3000太郎', 'spaces'],
  ['a thin space', 'a\u2009b', 'spaces'],
  ['a line separator', 'a\u2028b', 'spaces'],
  ['two spaces', 'a  b', 'spaces'],
])('%s cannot be listed', (_what, name, fault) => {
  expect(fault).toContain(findNameFault(normalizeName(name)) ?? 'no fault')
})

test.each(['❤', '🦊🏽', '1', '☝️', 'ℹ', 'न्', '👩‍'])(
  '%s over and over, then something invisible, is judged at once',
  (part) => {
    const filler = part.repeat(Math.floor(39 / [...part].length))
    expect(findNameFault(`${filler}\u200b`)).toBe('invisible')
  },
)

const samples = Object.values(NAMES).flat().map(normalizeName)

test('words of different scripts can be combined, up to the length limit', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...samples), { minLength: 1, maxLength: 4 }), (words) => {
      const name = normalizeName(words.join(' '))
      expect(findNameFault(name)).toBe([...name].length > MAX_NAME_LENGTH ? 'length' : undefined)
    }),
  )
})

test('finds an ignorable character anywhere in a Latin name', () => {
  const ignorable = fc
    .integer({ min: 0x80, max: 0x10ffff })
    .filter((code) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)))
    .map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{2,20}$/),
      fc.nat(),
      fc.oneof(ignorable, fc.constantFrom('\u200b', '\u00ad', '\u3164', '\ufe0f')),
      (word, at, hidden) => {
        const place = 1 + (at % (word.length - 1))
        expect(findNameFault(normalizeName(word.slice(0, place) + hidden + word.slice(place)))).toBe(
          'invisible',
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('every input gets a verdict, and an accepted name is unchanged by normalizing it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const name = tidyName(typed)
      if (findNameFault(name) !== undefined) return
      expect(name).toBe(normalizeName(name))
      expect(name).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|^\s|\s$|\s\s/u)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [' Ann\u00a0 Lee ', 'Ann Lee'],
  ['山田\u3000太郎', '山田 太郎'],
  ['a\r\nb', 'a b'],
])('%j is tidied to %j', (typed, name) => {
  expect(tidyName(typed)).toBe(name)
})
