import { compose } from './compose.ts'

/** Joiners and variation selectors belong to what they follow: a letter, an emoji, a keycap. */
const BELONGS = String.raw`(?<=[\p{L}\p{M}\p{Emoji}\ufe0f])[\u200c\u200d\ufe0e\ufe0f]`
const FLAG = String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0061}-\u{e007a}\u{e007f}]`
const IGNORABLE = String.raw`\p{Default_Ignorable_Code_Point}`
const UNSEEN = new RegExp(
  String.raw`(?!${BELONGS}|${FLAG})${IGNORABLE}|(?!\n)\p{Cc}|[\p{Cs}\p{Co}\p{Zl}\p{Zp}]`,
  'u',
)
/** Word processors and web pages leave them in what one copies; without them the text is the same. */
const LEFT_BY_COPYING = /[\u00ad\u200b\u2060\ufeff]/g

/** Of what somebody typed or pasted: one kind of line end, no blanks around it. */
export function tidyText(text: string): string {
  return compose(text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(LEFT_BY_COPYING, '')).trim()
}

export function tidyLine(text: string): string {
  return tidyText(text).replace(/\p{White_Space}+/gu, ' ')
}

type Limits = { max: number; isOneLine: boolean }

/** Whether a tidied text can be read by a person, with nothing in it that they would not see. */
export function isReadable(text: string, { max, isOneLine }: Limits): boolean {
  if (text.length > max || !/[\p{L}\p{N}]/u.test(text)) return false
  return !UNSEEN.test(text) && !(isOneLine && text.includes('\n'))
}
