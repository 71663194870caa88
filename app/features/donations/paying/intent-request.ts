import { ApiProblem } from '../../../platform/browser/api-client.ts'
import type { DonationIntent } from '../contract.ts'
import type { IntentBody } from '../donation-requests.server.ts'

/** After a failure the donor can still paste a hash. `detail` is the server's sentence, if there was one. */
export type IntentRequest =
  | { status: 'pending' }
  | { status: 'ready'; intent: DonationIntent }
  | { status: 'failed'; detail: string | undefined }

export type StartedRequest = IntentRequest & { details: string; sinceMs: number }

type RequestOptions = {
  create(donor: IntentBody): Promise<DonationIntent>
  /** The server rejected a field, and the details have not changed since. */
  onRejected(problem: ApiProblem): void
  now(): number
}

export function detailsOf(donor: IntentBody): string {
  return JSON.stringify(donor)
}

/** Creates one intent per set of details. A failed attempt is repeated the next time. */
export function createIntentRequest({ create, onRejected, now }: RequestOptions) {
  let request: StartedRequest | undefined
  let outcome: Promise<unknown> | undefined
  const listeners = new Set<() => void>()

  function set(next: StartedRequest | undefined): void {
    request = next
    for (const listener of listeners) listener()
  }

  async function tryToCreate(donor: IntentBody, attempt: StartedRequest): Promise<void> {
    const { details, sinceMs } = attempt
    try {
      const intent = await create(donor)
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
    /** Waits for the outcome, for a claim submitted in the meantime. */
    async settled(): Promise<IntentRequest | undefined> {
      await outcome
      return request
    },
    start(donor: IntentBody): void {
      const details = detailsOf(donor)
      if (request?.details === details && request.status !== 'failed') return
      const attempt: StartedRequest = { status: 'pending', details, sinceMs: now() }
      set(attempt)
      outcome = tryToCreate(donor, attempt)
    },
    /** Continues with an intent from before a reload. */
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
