import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../platform/browser/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Donation, ShownTerms } from '../contract.ts'
import { submitClaim } from '../donations-client.ts'
import { PaymentStep } from '../paying/payment-step.tsx'
import { useArrival } from '../paying/use-arrival.ts'
import { useDonationsMessages } from '../use-messages.ts'
import type { WalletProof } from '../wallets/wallet-standard.ts'
import { DetailsStep } from './details-step.tsx'
import { donorOf } from './donation-draft.ts'
import { useDonation } from './use-donation.ts'

type Props = {
  terms: ShownTerms
  onSubmitted(donation: Donation): Promise<void>
  onVerified(donation: Donation): void
}

export function DonationForm({ terms, onSubmitted, onVerified }: Props) {
  const words = useDonationsMessages()
  const donation = useDonation()
  const { draft, at, request, rejected } = donation
  const [contestedHash, setContestedHash] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  const isQuiet = useRef(true)

  const intentId = request?.status === 'ready' ? request.intent.id : undefined
  const arrivedIntentId = useRef<string>(undefined)
  const { isSeen } = useArrival(intentId, at === 'payment', (verified) => {
    arrivedIntentId.current = intentId
    isQuiet.current = true
    if (at === 'payment') donation.reset()
    else donation.forgetIntent()
    onVerified(verified)
  })

  // A visitor who changed the step hears and sees where it led; a donation that arrives takes nobody's focus.
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current !== at && !isQuiet.current && rejected === undefined) title.current?.focus()
    shown.current = at
  }, [at, rejected])
  useEffect(() => {
    const loud = () => {
      isQuiet.current = false
    }
    addEventListener('popstate', loud)
    return () => removeEventListener('popstate', loud)
  }, [])

  function moveBy(act: () => void): void {
    isQuiet.current = false
    act()
  }

  async function submit(wallet?: WalletProof): Promise<void> {
    try {
      const settled = await donation.settled()
      const intent = settled?.status === 'ready' ? settled.intent.id : undefined
      const created = await submitClaim({
        ...donorOf(draft),
        tx_hash: draft.txHash.trim(),
        ...(intent && { intent }),
        ...(wallet && { wallet }),
      })
      if (intent && arrivedIntentId.current === intent) return
      showToast({ title: words.submitted, description: words.submittedText })
      if (donation.current() === settled) moveBy(donation.reset)
      void onSubmitted(created)
    } catch (error) {
      const description = error instanceof ApiProblem ? error.message : words.failed
      showToast({ title: words.error, description, variant: 'destructive' })
      if (error instanceof ApiProblem && error.status === 409) setContestedHash(draft.txHash)
    }
  }

  if (at === 'details' || request === undefined)
    return (
      <DetailsStep
        title={title}
        address={terms.address}
        draft={draft}
        rejected={rejected}
        onEdit={donation.edit}
        onContinue={() => moveBy(donation.openPayment)}
      />
    )
  return (
    <PaymentStep
      title={title}
      terms={terms}
      request={request}
      isSeen={isSeen}
      isContested={contestedHash === draft.txHash}
      draft={draft}
      onEdit={donation.edit}
      onBack={() => moveBy(donation.closePayment)}
      onRetry={donation.begin}
      onSubmit={submit}
    />
  )
}
