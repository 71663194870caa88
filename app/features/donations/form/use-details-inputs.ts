import { useEffect, useEffectEvent, useRef } from 'react'
import type { DetailsFault, DetailsField } from './details-fault.ts'
import type { DonationDraft, OnEdit } from './donation-draft.ts'

const FIELDS: DetailsField[] = ['username', 'xAccount', 'amount']

/** The inputs of step 1. A field that the server rejected takes the focus. */
export function useDetailsInputs(draft: DonationDraft, rejected: DetailsFault | undefined, onEdit: OnEdit) {
  const username = useRef<HTMLInputElement>(null)
  const xAccount = useRef<HTMLInputElement>(null)
  const amount = useRef<HTMLInputElement>(null)
  const inputs = useRef({ username, xAccount, amount })
  const inputOf = (field: DetailsField) => inputs.current[field].current

  // The donor may have typed before the page could listen.
  const adoptTyped = useEffectEvent(() => {
    for (const field of FIELDS) {
      const input = inputOf(field)
      if (input && input.value !== draft[field]) onEdit(field)({ target: input })
    }
  })
  useEffect(() => adoptTyped(), [])

  useEffect(() => {
    if (rejected) inputs.current[rejected.field].current?.focus()
  }, [rejected])

  return {
    username,
    xAccount,
    amount,
    focus: (field: DetailsField) => inputOf(field)?.focus(),
  }
}
