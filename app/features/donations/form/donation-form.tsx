import { useRef, useState } from 'react'
import { ApiProblem } from '../../../platform/browser/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Donation, ShownTerms } from '../contract.ts'
import { postClaim } from '../donations-client.ts'
import { PaymentStep } from '../paying/payment-step.tsx'
import { useArrival } from '../paying/use-arrival.ts'
import { useDonationsMessages } from '../use-messages.ts'
import type { WalletProof } from '../wallets/wallet-standard.ts'
import { DetailsStep } from './details-step.tsx'
import { donorOf } from './donation-draft.ts'
import { rememberDonor } from './remembered-donor.ts'
import { useDonation } from './use-donation.ts'
import { useStepFocus } from './use-step-focus.ts'

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
  const focus = useStepFocus(at, rejected !== undefined)

  const intentId = request?.status === 'ready' ? request.intent.id : undefined
  const arrivedIntentId = useRef<string>(undefined)
  const { isSeen } = useArrival(intentId, at === 'payment', (verified) => {
    arrivedIntentId.current = intentId
    focus.stay()
    if (at === 'payment') donation.reset()
    else donation.forgetIntent()
    rememberDonor(verified)
    onVerified(verified)
  })

  async function submit(wallet?: WalletProof): Promise<void> {
    try {
      const settled = await donation.settled()
      const intent = settled?.status === 'ready' ? settled.intent.id : undefined
      const created = await postClaim({
        ...donorOf(draft),
        tx_hash: draft.txHash.trim(),
        ...(intent && { intent }),
        ...(wallet && { wallet }),
      })
      if (intent && arrivedIntentId.current === intent) return
      rememberDonor(created)
      showToast({ title: words.submitted, description: words.submittedText, about: created.tx_hash })
      if (donation.current() === settled) focus.follow(donation.reset)
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
        title={focus.title}
        address={terms.address}
        draft={draft}
        rejected={rejected}
        onEdit={donation.edit}
        onContinue={() => focus.follow(donation.openPayment)}
      />
    )
  return (
    <PaymentStep
      title={focus.title}
      terms={terms}
      request={request}
      isSeen={isSeen}
      isContested={contestedHash === draft.txHash}
      draft={draft}
      onEdit={donation.edit}
      onBack={() => focus.follow(donation.closePayment)}
      onRetry={donation.retry}
      onSubmit={submit}
    />
  )
}
