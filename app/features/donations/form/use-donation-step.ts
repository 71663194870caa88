import { useEffect, useRef, useState } from 'react'

type Step = 'details' | 'payment'

/**
 * The step is part of the browser's history: Back leads from the payment to the details, and a reload keeps the step.
 * Entries without a step, such as a jump within the page, do not change it.
 */
export function useDonationStep() {
  const [step, setStep] = useState<Step>('details')
  /** The browser goes back asynchronously: closing twice must not leave the page. */
  const isGoingBack = useRef(false)

  useEffect(() => {
    function arrive(): void {
      isGoingBack.current = false
      const next = stepOf(history.state)
      if (next) setStep(next)
    }
    arrive()
    addEventListener('popstate', arrive)
    return () => removeEventListener('popstate', arrive)
  }, [])

  return {
    step,
    /** The page was reloaded or revisited in the middle of a donation. */
    isReturn: () => stepOf(history.state) !== undefined,
    openPayment(): void {
      history.replaceState({ donationStep: 'details' satisfies Step }, '')
      history.pushState({ donationStep: 'payment' satisfies Step }, '')
      setStep('payment')
    },
    closePayment(): void {
      setStep('details')
      if (isGoingBack.current || stepOf(history.state) !== 'payment') return
      isGoingBack.current = true
      history.back()
    },
    /** For when the browser goes forward to a payment that cannot be shown. */
    stayAtDetails: () => setStep('details'),
  }
}

function stepOf(state: unknown): Step | undefined {
  const step = typeof state === 'object' && state !== null && 'donationStep' in state && state.donationStep
  return step === 'details' || step === 'payment' ? step : undefined
}
