/** In UTF-16 units. Unicode's stream-safe format (UAX #15) allows 30 marks, more than any script puts on a letter. */
const MAX_MARKS_LENGTH = 2 * 30

/** NFC, in linear time: to sort the marks of one letter takes quadratic time, so too many of them stay as they are. */
export function compose(text: string): string {
  for (const [marks] of text.matchAll(/\p{M}+/gu)) if (marks.length > MAX_MARKS_LENGTH) return text
  return text.normalize('NFC')
}
