import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { listenToServer } from '../../../platform/browser/server-events.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type Donation, PENDING_REASONS, type Supporter } from '../contract.ts'
import { requestVerification } from '../donations-client.ts'
import { formatSol } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { isDonationEvent } from './use-donations.ts'

/** The server may verify a payment even later; then the list shows it. */
const SHOWN_AS_PENDING_MS = 5 * 60_000

/** By then the list has been refreshed. */
const SHOWN_AFTER_VERIFIED_MS = 3_000

type Paid = Pick<Supporter, 'tx_hash' | 'amount'>

/** Notifies donors once that their donation is listed, whether the list, an event or a check says so first. */
export function useReceipts(listed: Supporter[], refresh: () => void) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const awaited = useRef(new Set<string>())
  const [pending, setPending] = useState<string[]>([])
  const showPending = (txHash: string) =>
    setPending((hashes) => [...hashes.filter((hash) => hash !== txHash), txHash])
  const dropPending = (txHash: string) => setPending((hashes) => hashes.filter((hash) => hash !== txHash))

  function notify({ tx_hash, amount }: Paid): void {
    if (!awaited.current.delete(tx_hash)) return
    setTimeout(() => dropPending(tx_hash), SHOWN_AFTER_VERIFIED_MS)
    const description = fill(words.verifiedText, { amount: formatSol(language, amount) })
    showToast({ title: words.verified, description, variant: 'success', about: tx_hash })
  }

  const notifyAll = useEffectEvent((paid: Paid[]) => paid.forEach(notify))
  useEffect(() => notifyAll(listed), [listed])
  useEffect(() => listenToServer('donation', (event) => isDonationEvent(event) && notifyAll([event])), [])

  return {
    /** The hashes that were submitted here and are not listed yet. */
    pending: pending.filter((hash) => !listed.some(({ tx_hash }) => tx_hash === hash)),
    reportVerified(paid: Paid): void {
      awaited.current.add(paid.tx_hash)
      notify(paid)
      refresh()
    },
    /** A pending verdict is not reported: the server keeps checking, and the list brings the outcome. */
    async verify({ tx_hash }: Donation): Promise<void> {
      awaited.current.add(tx_hash)
      showPending(tx_hash)
      setTimeout(() => dropPending(tx_hash), SHOWN_AS_PENDING_MS)
      try {
        const verification = await requestVerification(tx_hash)
        if (!verification.success) {
          if (!PENDING_REASONS.has(verification.reason)) dropPending(tx_hash)
          return console.warn(`${tx_hash} is not verified: ${verification.reason}`)
        }
        notify({ tx_hash, amount: verification.amount })
        refresh()
      } catch (error) {
        console.warn(`${tx_hash} could not be verified`, error)
      }
    },
  }
}
