import { useEffect, useRef } from 'react'
import type { DetailsFault, DetailsField } from './details-fault.ts'

/** The inputs of step 1. A field that the server rejected takes the focus. */
export function useDetailsInputs(rejected: DetailsFault | undefined) {
  const username = useRef<HTMLInputElement>(null)
  const xAccount = useRef<HTMLInputElement>(null)
  const amount = useRef<HTMLInputElement>(null)
  const inputs = useRef({ username, xAccount, amount })

  useEffect(() => {
    if (rejected) inputs.current[rejected.field].current?.focus()
  }, [rejected])

  return {
    username,
    xAccount,
    amount,
    focus: (field: DetailsField) => inputs.current[field].current?.focus(),
  }
}
