import { type ComponentType, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { useMessages } from '../../platform/messages.tsx'
import { type BegunDonation, useArrival } from './begun-donation.ts'
import type { Donation, DonationIntent, SolanaNetwork } from './contract.ts'
import type { DonationsMessages } from './messages.ts'

type Watched = { network: SolanaNetwork; onVerified(donation: Donation): void }

const PayWithLink = lazyOrNothing(async () => (await import('./pay-with-link.tsx')).PayWithLink)
const WalletPay = lazyOrNothing(async () => (await import('./wallet-pay.tsx')).WalletPay)

/** The ways to pay that need no hash, as soon as the server knows of the donation. */
export function PayDirectly({ begun, ...watched }: Watched & { begun: BegunDonation }) {
  const words = useMessages<DonationsMessages>('donations')
  const intent = use(begun)
  if (intent === undefined) return <p className="text-pretty text-muted text-sm">{words.pasteOnly}</p>
  return <WaysToPay intent={intent} {...watched} />
}

function WaysToPay({ intent, network, onVerified }: Watched & { intent: DonationIntent }) {
  const words = useMessages<DonationsMessages>('donations')
  const [isSent, setIsSent] = useState(false)
  const { isSeen } = useArrival(intent.id, onVerified)
  return (
    <>
      <Suspense fallback={<PayDirectlyPlace />}>
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

export function PayDirectlyPlace() {
  return <Place>{undefined}</Place>
}

function Place({ children }: { children: ReactNode }) {
  return <div className="flex min-h-90 flex-col gap-4">{children}</div>
}

/** A part that does not load must not take the page with it: the hash can still be pasted. */
export function lazyOrNothing<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => () => null) }))
}
