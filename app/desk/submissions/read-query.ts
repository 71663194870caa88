import { SUBMISSION_STATES, type SubmissionState } from '../../features/submissions/contract.ts'

/** Which one, or which state, the address names. */
export function readQuery(search: string): { id: string } | { state: SubmissionState } {
  const query = new URLSearchParams(search)
  const id = query.get('id') ?? ''
  if (/^\d{1,9}$/.test(id)) return { id }
  return { state: SUBMISSION_STATES.find((state) => state === query.get('state')) ?? 'new' }
}
