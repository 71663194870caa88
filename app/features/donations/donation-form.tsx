import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../platform/messages.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type BegunDonation, useBeginning } from './begun-donation.ts'
import type { Donation, PaymentTerms } from './contract.ts'
import { DetailsStep } from './details-step.tsx'
import { createDonation, Refused } from './donations-client.ts'
import type { DonationsMessages } from './messages.ts'
import { PaymentStep } from './payment-step.tsx'
import { donorOf, NOTHING_TYPED, type OnType } from './typed-donation.ts'
import type { WalletProof } from './wallet-standard.ts'

type Step = { at: 'details' } | { at: 'payment'; begun: BegunDonation; isContested: boolean }
type Props = {
  terms: PaymentTerms
  onSubmitted(donation: Donation): Promise<void>
  onVerified(donation: Donation): void
}

export function DonationForm({ terms, onSubmitted, onVerified }: Props) {
  const words = useMessages<DonationsMessages>('donations')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [step, setStep] = useState<Step>({ at: 'details' })
  const { begin, forget } = useBeginning()
  const title = useRef<HTMLHeadingElement>(null)

  const type: OnType =
    (field) =>
    ({ target }) =>
      setTyped((before) => ({ ...before, [field]: target.value }))

  // Whoever changed the step hears and sees where it led; nobody else's focus is taken.
  const hasMoved = useRef(false)
  useEffect(() => {
    if (hasMoved.current) title.current?.focus()
    hasMoved.current = false
  })

  function go(next: Step): void {
    hasMoved.current = true
    setStep(next)
  }

  function reset(): void {
    forget()
    setTyped(NOTHING_TYPED)
    setStep({ at: 'details' })
  }

  async function submit(begun: BegunDonation, wallet?: WalletProof): Promise<void> {
    try {
      const intent = await begun
      const donation = await createDonation({
        ...donorOf(typed),
        tx_hash: typed.txHash.trim(),
        ...(intent && { intent: intent.id }),
        ...(wallet && { wallet }),
      })
      showToast({ title: words.submitted, description: words.submittedText })
      hasMoved.current = true
      reset()
      void onSubmitted(donation)
    } catch (error) {
      const description = error instanceof Refused ? error.message : words.failed
      showToast({ title: words.error, description, variant: 'destructive' })
      if (error instanceof Refused && error.status === 409)
        setStep({ at: 'payment', begun, isContested: true })
    }
  }

  if (step.at === 'details')
    return (
      <DetailsStep
        title={title}
        address={terms.address}
        typed={typed}
        onType={type}
        onContinue={() => go({ at: 'payment', begun: begin(donorOf(typed)), isContested: false })}
      />
    )
  return (
    <PaymentStep
      title={title}
      terms={terms}
      begun={step.begun}
      isContested={step.isContested}
      typed={typed}
      onType={type}
      onBack={() => go({ at: 'details' })}
      onSubmit={(wallet) => submit(step.begun, wallet)}
      onVerified={(donation) => {
        reset()
        onVerified(donation)
      }}
    />
  )
}
