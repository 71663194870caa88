import { type FormEvent, type RefObject, Suspense, useRef, useState } from 'react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { useUnderWay } from '../../../platform/browser/use-under-way.ts'
import { actionStyle } from '../../../ui/action-style.ts'
import { lazyOrNothing } from '../../../ui/lazy-or-nothing.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MAX_TX_HASH_LENGTH, type ShownTerms } from '../contract.ts'
import { amountOf, claimTextOf, type DonationDraft, type OnEdit } from '../form/donation-draft.ts'
import { StepTitle } from '../form/step-title.tsx'
import { formatSol } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import type { WalletProof } from '../wallets/wallet-standard.ts'
import type { IntentRequest } from './intent-request.ts'
import { PayDirectly } from './pay-directly.tsx'
import { ReceivingAddress } from './receiving-address.tsx'

const WalletClaim = lazyOrNothing(async () => (await import('../wallets/wallet-claim.tsx')).WalletClaim)

type Props = {
  title: RefObject<HTMLHeadingElement | null>
  terms: ShownTerms
  request: IntentRequest
  /** The payment is on the chain but not final yet. */
  isSeen: boolean
  /** Someone else has already submitted this payment. */
  isContested: boolean
  draft: DonationDraft
  onEdit: OnEdit
  onBack(): void
  onRetry(): void
  onSubmit(wallet?: WalletProof): Promise<void>
}

export function PaymentStep({
  title,
  terms,
  request,
  isSeen,
  isContested,
  draft,
  onEdit,
  onBack,
  onRetry,
  onSubmit,
}: Props) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const [isChecked, setIsChecked] = useState(false)
  const [isSending, startSending] = useUnderWay()
  const hashInput = useRef<HTMLInputElement>(null)
  const [hasWallet, setHasWallet] = useState(false)
  const [isTouch] = useState(() => matchMedia('(pointer: coarse)').matches)
  const isHashLast = request.status !== 'failed' && (hasWallet || isTouch)
  const isHashMissing = draft.txHash.trim() === ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isSending) return
    if (!isHashMissing) {
      void startSending(onSubmit)
      return
    }
    setIsChecked(true)
    hashInput.current?.focus()
    showToast({ title: words.missingTransaction, description: words.missingTransactionText })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <StepTitle ref={title} number={2}>
        {fill(words.send, { amount: formatSol(language, amountOf(draft.amount)) })}
      </StepTitle>
      <PayDirectly
        request={request}
        network={terms.network}
        isSeen={isSeen}
        isTouch={isTouch}
        hasWallet={hasWallet}
        onWallets={setHasWallet}
        onRetry={onRetry}
      />
      <div className="mt-2 flex flex-col gap-3 border-line border-t pt-5">
        <h4 className="font-bold">{words.otherWays}</h4>
        <p className="text-pretty text-muted text-sm">{words.pasteOnly}</p>
        <ReceivingAddress address={terms.address} />
        <TextField
          label={words.txHash}
          error={isChecked && isHashMissing ? words.txHashNeeded : undefined}
          ref={hashInput}
          required
          readOnly={isSending}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_TX_HASH_LENGTH}
          value={draft.txHash}
          onChange={onEdit('txHash')}
        />
        {isContested && (
          <Suspense>
            <WalletClaim
              textAt={(issuedAt) => claimTextOf(draft, terms, issuedAt)}
              network={terms.network}
              onProof={onSubmit}
            />
          </Suspense>
        )}
        <div className="flex flex-wrap gap-3">
          <button type="button" disabled={isSending} className={actionStyle.quiet} onClick={onBack}>
            {words.back}
          </button>
          <button
            type="submit"
            disabled={isSending}
            className={`${isHashLast ? actionStyle.quiet : actionStyle.primary} flex-1 disabled:opacity-70`}
          >
            {isSending ? words.sending : words.submit}
          </button>
        </div>
      </div>
    </form>
  )
}
