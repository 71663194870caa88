import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { actionStyle } from '../../../ui/action-style.ts'
import { lazyOrNothing } from '../../../ui/lazy-or-nothing.ts'
import type { DonationIntent, SolanaNetwork } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import type { IntentRequest } from './intent-request.ts'

type Ways = {
  network: SolanaNetwork
  isSeen: boolean
  isTouch: boolean
  hasWallet: boolean
  onWallets(hasWallet: boolean): void
}

const PayWithLink = lazyOrNothing(async () => (await import('./pay-with-link.tsx')).PayWithLink)
const WalletPay = lazyOrNothing(async () => (await import('../wallets/wallet-pay.tsx')).WalletPay)

/** The ways to pay without a hash, the nearest first. */
export function PayDirectly({
  request,
  onRetry,
  ...ways
}: Ways & { request: IntentRequest; onRetry(): void }) {
  if (request.status === 'failed') return <IntentFailed detail={request.detail} onRetry={onRetry} />
  return <WaysToPay intent={request.status === 'ready' ? request.intent : undefined} {...ways} />
}

function WaysToPay({
  intent,
  network,
  isSeen,
  isTouch,
  hasWallet,
  onWallets,
}: Ways & { intent: DonationIntent | undefined }) {
  const words = useDonationsMessages()
  const [isSent, setIsSent] = useState(false)
  const scan = hasWallet ? words.scan : words.noWallet
  return (
    <Suspense fallback={<div className="min-h-75" />}>
      <WalletPay
        intentId={intent?.id}
        network={network}
        onWallets={onWallets}
        onSent={() => setIsSent(true)}
      />
      {hasWallet && <Or />}
      <PayWithLink paymentUrl={intent?.payment_url} isTouch={isTouch} isMainWay={!hasWallet}>
        <p aria-live="polite" className="min-h-10 text-pretty text-muted text-sm">
          {isSent || isSeen ? (
            <strong className="text-quest-text">{words.waiting}</strong>
          ) : (
            <span>{isTouch ? words.scanElsewhere : scan}</span>
          )}
        </p>
      </PayWithLink>
    </Suspense>
  )
}

function Or() {
  const words = useDonationsMessages()
  return (
    <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {words.or}
    </p>
  )
}

/** Says why there is no code to scan; retries on a click or when the browser is online again. */
function IntentFailed({ detail, onRetry }: { detail: string | undefined; onRetry(): void }) {
  const words = useDonationsMessages()
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const again = () => retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  const reason = detail ?? (navigator.onLine ? words.notBegun : words.offline)
  return (
    <div className="flex flex-col gap-3 rounded-xl border border-line border-dashed p-4">
      <p role="status" className="text-pretty">
        <strong className="block">{words.noCode}</strong> {reason}
      </p>
      <button type="button" className={`${actionStyle.quiet} self-start`} onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  )
}
