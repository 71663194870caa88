import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { ApiProblem } from '../../../platform/browser/api-client.ts'
import { requestIntent } from '../donations-client.ts'
import { createIntentRequest, detailsOf, type StartedRequest } from '../paying/intent-request.ts'
import { deleteSavedDonation, readSavedDonation, saveDonation } from '../paying/saved-donation.ts'
import { type DetailsFault, fieldOf, findDetailsFault } from './details-fault.ts'
import { type DonationDraft, donorOf, EMPTY_DRAFT, type OnEdit } from './donation-draft.ts'
import { recallDonor } from './remembered-donor.ts'
import { useDonationStep } from './use-donation-step.ts'

/** The draft, its intent and the current step. The tab saves them from "Continue" until the donation is done. */
export function useDonation() {
  const { draft, setDraft, rejected, setRejected, edit } = useDraft()
  const { step, isReturn, openPayment, closePayment, stayAtDetails } = useDonationStep()
  const intents = useIntentRequest(({ code, message }) => {
    const field = fieldOf(code)
    if (field === undefined) return
    setRejected({ field, text: message })
    closePayment()
  })
  const { request, start } = intents
  const isRequested = request !== undefined && request.details === detailsOf(donorOf(draft))
  const at = step === 'payment' && isRequested ? 'payment' : 'details'

  const restore = useEffectEvent(() => {
    const saved = readSavedDonation(Date.now())
    const donor = recallDonor()
    if (saved && isReturn()) setDraft(saved.draft)
    // With nobody to remember, the form need not render again.
    else if (donor) setDraft((typed) => (typed.username || typed.xAccount ? typed : { ...typed, ...donor }))
    if (saved?.intent) intents.resume(donorOf(saved.draft), saved.intent, saved.savedAtMs)
  })
  useEffect(() => restore(), [])

  // Forward or a reload may lead here with changed details, or without an intent.
  const enterPayment = useEffectEvent(() => {
    if (isRequested) return
    if (findDetailsFault(draft) === undefined) start(donorOf(draft))
    else stayAtDetails()
  })
  useEffect(() => {
    if (step === 'payment') enterPayment()
  }, [step])

  useSaving(draft, at === 'payment' ? request : undefined)

  function forgetIntent(): void {
    intents.forget()
    deleteSavedDonation()
  }

  return {
    draft,
    edit,
    at,
    request,
    rejected,
    settled: intents.settled,
    current: intents.get,
    retry: () => start(donorOf(draft)),
    openPayment(): void {
      setRejected(undefined)
      start(donorOf(draft))
      openPayment()
    },
    closePayment,
    forgetIntent,
    reset(): void {
      forgetIntent()
      setDraft(EMPTY_DRAFT)
      closePayment()
    },
  }
}

/** `rejected` is the fault that the server reported, until the next edit. */
function useDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [rejected, setRejected] = useState<DetailsFault>()
  const edit: OnEdit =
    (field) =>
    ({ target }) => {
      setRejected(undefined)
      setDraft((before) => ({ ...before, [field]: target.value }))
    }
  return { draft, setDraft, rejected, setRejected, edit }
}

function useSaving(draft: DonationDraft, request: StartedRequest | undefined): void {
  useEffect(() => {
    if (request === undefined) return
    const intent = request.status === 'ready' ? request.intent : undefined
    saveDonation({ draft, intent, savedAtMs: request.sinceMs })
  }, [draft, request])
}

function useIntentRequest(onRejected: (problem: ApiProblem) => void) {
  const reject = useRef(onRejected)
  reject.current = onRejected
  const [donation] = useState(() =>
    createIntentRequest({
      create: requestIntent,
      onRejected: (problem) => reject.current(problem),
      now: () => Date.now(),
    }),
  )
  const request = useSyncExternalStore(donation.subscribe, donation.get, () => undefined)
  return { ...donation, request }
}
