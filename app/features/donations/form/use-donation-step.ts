import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Step = 'details' | 'payment'

/**
 * The step is part of the browser's history: Back leads from the payment to the details, and a reload keeps the step.
 * Entries without a step, such as a jump within the page, do not change it.
 */
export function useDonationStep() {
  const location = useLocation()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>('details')
  const { state } = location

  // The router navigates asynchronously: the payment may be closed before it opens, and more than once.
  const move = useRef<'none' | 'opening' | 'withdrawn' | 'closing'>('none')
  const arrive = useEffectEvent((next: Step) => {
    const isWithdrawn = next === 'payment' && move.current === 'withdrawn'
    move.current = isWithdrawn ? 'closing' : 'none'
    if (isWithdrawn) void navigate(-1)
    else setStep(next)
  })
  useEffect(() => {
    const next = stepOf(state)
    if (next) arrive(next)
  }, [state])

  return {
    step,
    /** The page was reloaded or revisited in the middle of a donation. */
    isReturn: stepOf(state) !== undefined,
    openPayment(): void {
      markEntry('details')
      move.current = 'opening'
      setStep('payment')
      void navigate(
        { search: location.search, hash: location.hash },
        { state: { donationStep: 'payment' satisfies Step }, preventScrollReset: true },
      )
    },
    closePayment(): void {
      setStep('details')
      if (move.current === 'opening') move.current = 'withdrawn'
      if (move.current !== 'none' || stepOf(history.state?.usr) !== 'payment') return
      move.current = 'closing'
      void navigate(-1)
    },
    /** For when the browser goes forward to a payment that cannot be shown. */
    stayAtDetails: () => setStep('details'),
  }
}

function stepOf(state: unknown): Step | undefined {
  const step = typeof state === 'object' && state !== null && 'donationStep' in state && state.donationStep
  return step === 'details' || step === 'payment' ? step : undefined
}

/** React Router restores an entry's state from `usr`. */
function markEntry(step: Step): void {
  history.replaceState({ ...history.state, usr: { donationStep: step } }, '')
}
