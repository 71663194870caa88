import { tidyName } from '../../../platform/names/shown-name.ts'
import { isHandle, readHandle } from '../../../platform/names/x-handle.ts'
import { findNameFault } from '../claims/donor-name.ts'
import { findAmountFault } from './amount-text.ts'
import type { DonationDraft } from './donation-draft.ts'

export type DetailsField = 'username' | 'xAccount' | 'amount'
/** `text` tells the donor what is wrong with the field. */
export type DetailsFault = { field: DetailsField; text: string }

const NAME_FAULTS = {
  length: 'usernameLong',
  spaces: 'usernameSpaces',
  marks: 'usernameMarks',
  invisible: 'usernameInvisible',
} as const

/** Finds the first fault. `isUnreadable`: the amount field holds something that is not a number. */
export function findDetailsFault({ username, xAccount, amount }: DonationDraft, isUnreadable = false) {
  const name = tidyName(username)
  if (name === '') return { field: 'username', words: 'usernameNeeded' } as const
  if (amount.trim() === '' && !isUnreadable) return { field: 'amount', words: 'amountNeeded' } as const
  const amountFault = findAmountFault(amount)
  if (amountFault) return { field: 'amount', words: amountFault } as const
  const nameFault = findNameFault(name)
  if (nameFault) return { field: 'username', words: NAME_FAULTS[nameFault] } as const
  const handle = readHandle(xAccount)
  if (handle !== '' && !isHandle(handle)) return { field: 'xAccount', words: 'xAccountUnfit' } as const
  return undefined
}

const FIELDS: [prefix: string, DetailsField][] = [
  ['username', 'username'],
  ['x_account', 'xAccount'],
  ['amount', 'amount'],
]

/** The field that a problem code is about. */
export function fieldOf(code: string | undefined): DetailsField | undefined {
  return FIELDS.find(([prefix]) => code?.startsWith(`${prefix}_`))?.[1]
}
