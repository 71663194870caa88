import { compose } from '../text/compose.ts'
import { findNameFault, type NameFault } from './shown-name.ts'

export type TextFault = Exclude<NameFault, 'spaces'>

/** Spaces at which no line breaks: French and Russian need them. */
const FIXED_SPACES = /[\u00a0\u202f]/g

/** One paragraph: a line break, a tab or several spaces become one space. */
export function tidyText(text: string): string {
  return compose(text.replace(/(?:(?![\u00a0\u202f])\p{White_Space})+/gu, ' ').trim())
}

/** Why a tidied text of one paragraph cannot be shown; undefined if it can. The rule is that of names. */
export function findTextFault(text: string, maxLength: number): TextFault | undefined {
  if ([...text].length > maxLength) return 'length'
  const fault = findNameFault(text.replace(FIXED_SPACES, ' ').replace(/ +/g, ' ').trim(), maxLength)
  return fault === 'spaces' ? undefined : fault
}
