import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { type ApiProblem, beginDonation } from '../donations-client.ts'
import { createBegunDonation, detailsOf } from '../paying/donation-intent.ts'
import { dropDonation, keepDonation, readKeptDonation } from '../paying/saved-donation.ts'
import { type DetailsFault, fieldOf, findDetailsFault } from './details-fault.ts'
import { donorOf, NOTHING_TYPED, type OnType } from './donation-draft.ts'
import { useDonationStep } from './use-donation-step.ts'

/** What is typed, what is begun and which step is shown: kept in this tab from "Continue" until it is done. */
export function useDonation() {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [refused, setRejected] = useState<DetailsFault>()
  const { step, isReturn, openPayment, closePayment, stayAtDetails } = useDonationStep()
  const {
    begun,
    get: current,
    begin,
    resume,
    forget,
    settled,
  } = useBegun(({ code, message }) => {
    const field = fieldOf(code)
    if (field === undefined) return
    setRejected({ field, text: message })
    closePayment()
  })
  const isBegun = begun !== undefined && begun.details === detailsOf(donorOf(typed))
  const at = step === 'payment' && isBegun ? 'payment' : 'details'

  const restore = useEffectEvent(() => {
    const kept = readKeptDonation(Date.now())
    if (kept === undefined) return
    if (isReturn) setTyped(kept.typed)
    if (kept.intent) resume(donorOf(kept.typed), kept.intent, kept.keptAtMs)
  })
  useEffect(() => restore(), [])

  // The browser may also come here by Forward or a reload, with other details, or before anything was begun.
  const enterPayment = useEffectEvent(() => {
    if (isBegun) return
    if (findDetailsFault(typed) === undefined) begin(donorOf(typed))
    else stayAtDetails()
  })
  useEffect(() => {
    if (step === 'payment') enterPayment()
  }, [step])

  useEffect(() => {
    if (at !== 'payment' || begun === undefined) return
    const intent = begun.status === 'begun' ? begun.intent : undefined
    keepDonation({ typed, intent, keptAtMs: begun.sinceMs })
  }, [at, typed, begun])

  const type: OnType =
    (field) =>
    ({ target }) => {
      setRejected(undefined)
      setTyped((before) => ({ ...before, [field]: target.value }))
    }

  function forgetBegun(): void {
    forget()
    dropDonation()
  }

  return {
    typed,
    type,
    at,
    begun,
    refused,
    settled,
    current,
    begin: () => begin(donorOf(typed)),
    openPayment(): void {
      setRejected(undefined)
      begin(donorOf(typed))
      openPayment()
    },
    closePayment,
    forgetBegun,
    reset(): void {
      forgetBegun()
      setTyped(NOTHING_TYPED)
      closePayment()
    },
  }
}

function useBegun(onRejected: (problem: ApiProblem) => void) {
  const refuse = useRef(onRejected)
  refuse.current = onRejected
  const [donation] = useState(() =>
    createBegunDonation({
      begin: beginDonation,
      onRejected: (problem) => refuse.current(problem),
      now: () => Date.now(),
    }),
  )
  const begun = useSyncExternalStore(donation.subscribe, donation.get, () => undefined)
  return { ...donation, begun }
}
