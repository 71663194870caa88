import type { ReactNode, Ref } from 'react'
import { fill } from '../../../platform/browser/messages.tsx'
import { useDonationsMessages } from '../use-messages.ts'

type Props = { ref: Ref<HTMLHeadingElement>; number: 1 | 2; children: ReactNode }

/** Where reading goes on after a step: it takes the focus that the last step's button leaves behind. */
export function StepTitle({ ref, number, children }: Props) {
  const words = useDonationsMessages()
  return (
    <h3 ref={ref} tabIndex={-1} className="mb-2 font-bold text-lg">
      <span className="block font-semibold text-muted text-sm">{fill(words.step, { number })}</span>
      {children}
    </h3>
  )
}
