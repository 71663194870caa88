import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Step = 'details' | 'payment'

/**
 * The step is part of the browser's history: Back leads from the payment to the details, and a reload stays where it
 * is. Entries that say nothing of it, such as a jump within the page, leave it as it is.
 */
export function useDonationStep() {
  const location = useLocation()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('details')
  const { state } = location
  const written = stepOf(state)

  // A payment may be closed before the router has arrived at it.
  const opening = useRef<'no' | 'yes' | 'withdrawn'>('no')
  const arrive = useEffectEvent((next: Step) => {
    const isWithdrawn = next === 'payment' && opening.current === 'withdrawn'
    opening.current = 'no'
    if (isWithdrawn) void navigate(-1)
    else setStep(next)
  })
  useEffect(() => {
    const next = stepOf(state)
    if (next) arrive(next)
  }, [state])

  return {
    step,
    /** This page was left in the middle of a donation: it was reloaded, or the browser came back to it. */
    isReturn: written !== undefined,
    openPayment(): void {
      markEntry('details')
      opening.current = 'yes'
      setStep('payment')
      void navigate(
        { search: location.search, hash: location.hash },
        { state: { donationStep: 'payment' satisfies Step }, preventScrollReset: true },
      )
    },
    closePayment(): void {
      setStep('details')
      if (opening.current === 'yes') opening.current = 'withdrawn'
      else if (written === 'payment') void navigate(-1)
    },
    /** The browser went forward to a payment that cannot be shown. */
    stayAtDetails: () => setStep('details'),
  }
}

function stepOf(state: unknown): Step | undefined {
  const step = typeof state === 'object' && state !== null && 'donationStep' in state && state.donationStep
  return step === 'details' || step === 'payment' ? step : undefined
}

/** The router reads the state of an entry from `usr` when the browser comes back to it. */
function markEntry(step: Step): void {
  history.replaceState({ ...history.state, usr: { donationStep: step } }, '')
}
