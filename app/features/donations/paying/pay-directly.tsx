import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { actionStyle } from '../../../ui/action-style.ts'
import type { DonationIntent, SolanaNetwork } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import type { IntentRequest } from './intent-request.ts'

type Watched = { network: SolanaNetwork; isSeen: boolean }

const PayWithLink = lazyOrNothing(async () => (await import('./pay-with-link.tsx')).PayWithLink)
const WalletPay = lazyOrNothing(async () => (await import('../wallets/wallet-pay.tsx')).WalletPay)

/** The ways to pay without a hash, once there is an intent. */
export function PayDirectly({
  request,
  onRetry,
  ...watched
}: Watched & { request: IntentRequest; onRetry(): void }) {
  if (request.status === 'pending') return <Place>{undefined}</Place>
  if (request.status === 'failed') return <IntentFailed detail={request.detail} onRetry={onRetry} />
  return <WaysToPay intent={request.intent} {...watched} />
}

function WaysToPay({ intent, network, isSeen }: Watched & { intent: DonationIntent }) {
  const words = useDonationsMessages()
  const [isSent, setIsSent] = useState(false)
  return (
    <>
      <Suspense fallback={<Place>{undefined}</Place>}>
        <Place>
          <WalletPay intentId={intent.id} network={network} onSent={() => setIsSent(true)} />
          <PayWithLink paymentUrl={intent.payment_url} />
        </Place>
      </Suspense>
      <p aria-live="polite" className="min-h-10 text-pretty text-muted text-sm">
        {isSent || isSeen ? <strong className="text-quest-text">{words.waiting}</strong> : words.orPaste}
      </p>
    </>
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
      <p className="text-pretty text-muted text-sm">{words.pasteOnly}</p>
    </div>
  )
}

function Place({ children }: { children: ReactNode }) {
  return <div className="flex min-h-90 flex-col gap-4">{children}</div>
}

/** If a part does not load, the page still works: the donor can paste the hash. */
export function lazyOrNothing<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => () => null) }))
}
