import { ApiProblem } from '../../../platform/browser/api-client.ts'
import type { DonationIntent } from '../contract.ts'
import type { IntentBody } from '../donation-requests.server.ts'

/** Where it failed, a payment can still be claimed by its hash; `detail` is the server's sentence, if it had one. */
export type IntentRequest =
  | { status: 'pending' }
  | { status: 'ready'; intent: DonationIntent }
  | { status: 'failed'; detail: string | undefined }

/** Of which details, as `detailsOf` has them, and since when. */
type Request = IntentRequest & { details: string; sinceMs: number }

type Needs = {
  begin(donor: IntentBody): Promise<DonationIntent>
  /** The server found a fault in the details that are still the current ones. */
  onRejected(problem: ApiProblem): void
  now(): number
}

export function detailsOf(donor: IntentBody): string {
  return JSON.stringify(donor)
}

/** Begins a donation once for the same details; what failed is tried again the next time. */
export function createIntentRequest({ begin, onRejected, now }: Needs) {
  let request: Request | undefined
  let outcome: Promise<unknown> | undefined
  const listeners = new Set<() => void>()

  function set(next: Request | undefined): void {
    request = next
    for (const listener of listeners) listener()
  }

  async function tryToCreate(donor: IntentBody, attempt: Request): Promise<void> {
    const { details, sinceMs } = attempt
    try {
      const intent = await begin(donor)
      if (request === attempt) set({ status: 'ready', intent, details, sinceMs })
    } catch (error) {
      if (request !== attempt) return
      const problem = error instanceof ApiProblem ? error : undefined
      set({ status: 'failed', detail: problem?.message, details, sinceMs })
      if (problem?.status === 422) onRejected(problem)
    }
  }

  return {
    get: () => request,
    /** With what became of it, for a claim that is submitted meanwhile. */
    async settled(): Promise<IntentRequest | undefined> {
      await outcome
      return request
    },
    begin(donor: IntentBody): void {
      const details = detailsOf(donor)
      if (request?.details === details && request.status !== 'failed') return
      const attempt: Request = { status: 'pending', details, sinceMs: now() }
      set(attempt)
      outcome = tryToCreate(donor, attempt)
    },
    /** Goes on with one that was begun before a reload. */
    resume(donor: IntentBody, intent: DonationIntent, sinceMs: number): void {
      set({ status: 'ready', intent, details: detailsOf(donor), sinceMs })
    },
    forget: () => set(undefined),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
