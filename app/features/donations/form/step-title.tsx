import type { ReactNode, Ref } from 'react'
import { fill } from '../../../platform/browser/messages.tsx'
import { useDonationsMessages } from '../use-messages.ts'

type Props = { ref: Ref<HTMLHeadingElement>; number: 1 | 2; children: ReactNode }

const SIZES = { 1: 'text-xl', 2: 'text-3xl' }

/** Takes the focus when the step changes, so that keyboards and screen readers continue there. */
export function StepTitle({ ref, number, children }: Props) {
  const words = useDonationsMessages()
  return (
    <h3 ref={ref} tabIndex={-1} className={`wrap-anywhere mb-2 text-balance font-bold ${SIZES[number]}`}>
      <span className="mb-1 block font-semibold text-muted text-sm">{fill(words.step, { number })}</span>
      {children}
    </h3>
  )
}
