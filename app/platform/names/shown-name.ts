import { compose } from '../text/compose.ts'

export type NameFault = 'length' | 'spaces' | 'marks' | 'invisible'

/** Blank or placeholder glyphs that Unicode classifies as letters or symbols. */
const BLANKS = String.raw`\u2800\ufffc\ufffd\u{13441}\u{13442}\u{1d159}`
/** Signs that join two consonants; a joiner next to one changes what is drawn. */
const VIRAMAS = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2\u1b44\u1bab`
/** Accents that belong to no script: no living language puts more than two on a composed letter. */
const ACCENTS = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]`

const NOTHING_IGNORABLE = String.raw`(?!\p{Default_Ignorable_Code_Point})`
/** Excludes everything that can be part of an emoji: without two ways to match, matching takes linear time. */
const PLAIN = String.raw`${NOTHING_IGNORABLE}(?![${BLANKS}\p{Extended_Pictographic}\p{Emoji_Modifier}])`
const LETTER = String.raw`${PLAIN}\p{L}`
const SIGN = String.raw`${PLAIN}[\p{N}\p{P}\p{S}]`
const MARK = String.raw`${NOTHING_IGNORABLE}(?![\u20d0-\u20ff])[\p{Mn}\p{Mc}]`
/** Next to a virama in Indic scripts; between letters in cursive scripts. */
const JOINER = String.raw`(?:(?<=[${VIRAMAS}])(?:\u200d|\u200c(?=\p{L}))|(?<=\p{L})\u200d(?=[${VIRAMAS}])|(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}])\u200c(?=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}]))`
const WORD = `${LETTER}(?:${MARK}|${JOINER})*`

const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`
const KEYCAP = String.raw`[0-9#*]\ufe0f?\u20e3`
const REGION = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`
const EMOJI = String.raw`(?:${REGION}|${KEYCAP}|${PICTURE}(?:\u200d${PICTURE})*)`

/** Compiled at the first use: it takes a while, and most visitors type no name. */
let shown: RegExp | undefined
const MARKS = /\p{M}(?:\p{M}|[\u200c\u200d])*/gu
const ACCENT = new RegExp(ACCENTS, 'gu')
const ABOVE_OR_BELOW = /\p{Mn}/gu

/** Hebrew with vowels and cantillation needs four marks; Burmese needs seven, at most four in one place. */
const MAX_MARKS = 7
const MAX_MARKS_IN_PLACE = 4
const MAX_ACCENTS = 2

/** The form that is stored, compared and signed. */
export function normalizeName(name: string): string {
  return compose(name.trim())
}

/** Also turns any run of whitespace, typed or pasted, into one space. */
export function tidyName(name: string): string {
  return normalizeName(name.replace(/\p{White_Space}+/gu, ' '))
}

/**
 * Why a normalized name cannot be shown; undefined if it can. The length is in code points: each part of a joined emoji
 * counts, so that a name stays short in bytes too.
 */
export function findNameFault(name: string, maxLength: number): NameFault | undefined {
  if (name === '' || [...name].length > maxLength) return 'length'
  if (/(?! )\p{White_Space}| {2}/u.test(name)) return 'spaces'
  if ((name.match(MARKS) ?? []).some(isStacked)) return 'marks'
  return shownPattern().test(name) ? undefined : 'invisible'
}

function shownPattern(): RegExp {
  shown ??= new RegExp(`^(?:${EMOJI}|${WORD}|${SIGN}| )+$`, 'u')
  return shown
}

function isStacked(marks: string): boolean {
  const count = (kind: RegExp) => marks.match(kind)?.length ?? 0
  return (
    count(/\p{M}/gu) > MAX_MARKS || count(ABOVE_OR_BELOW) > MAX_MARKS_IN_PLACE || count(ACCENT) > MAX_ACCENTS
  )
}
