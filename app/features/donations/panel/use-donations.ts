import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { listenToServer, MISSED } from '../../../platform/browser/server-events.ts'
import { showToast } from '../../../ui/toast.tsx'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { Donation, DonationsOfNpc, Reason, Supporter } from '../contract.ts'
import { fetchDonations, requestVerification } from '../donations-client.ts'
import { formatSol } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { spreadRefresh } from './spread-refresh.ts'

const ASK_AGAIN_MS = 3_000
/** The server may find a payment later still; then the list shows it. */
const SHOWN_AS_PENDING_MS = 5 * 60_000

/** The server goes on checking after these. */
const NOT_YET: ReadonlySet<Reason> = new Set([
  'rpc_unavailable',
  'rpc_rate_limited',
  'unsupported_transaction_version',
  'not_found_yet',
  'below_commitment',
  'meta_missing',
  'rpc_returned_forged_message',
] satisfies Reason[])

type Paid = Pick<Supporter, 'tx_hash' | 'amount'>

/** What the page came with, asked for anew with every donation, and where donations may go unheard. */
export function useDonations(initialDonations: DonationsOfNpc | undefined) {
  const [donations, setDonations] = useState(initialDonations)
  const [refresh] = useState(() => spreadRefresh(async () => setDonations(await fetchDonations())))
  useEffect(() => {
    const stopMissed = listenToServer(MISSED, refresh)
    const stopDonation = listenToServer('donation', (told) => isDonation(told) && refresh())
    return () => {
      stopMissed()
      stopDonation()
    }
  }, [refresh])
  const isUnknown = donations === undefined
  useEffect(() => {
    if (!isUnknown) return undefined
    const timer = setInterval(refresh, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isUnknown, refresh])
  return { donations, refresh }
}

/** Tells donors that what they gave is listed: once, whoever brings the news first. */
export function useReceipts(listed: Supporter[], refresh: () => void) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const awaited = useRef(new Set<string>())
  const [pending, setPending] = useState<string[]>([])
  const showPending = (txHash: string) =>
    setPending((hashes) => [...hashes.filter((hash) => hash !== txHash), txHash])
  const dropPending = (txHash: string) => setPending((hashes) => hashes.filter((hash) => hash !== txHash))

  function tell({ tx_hash, amount }: Paid): void {
    if (!awaited.current.delete(tx_hash)) return
    dropPending(tx_hash)
    const description = fill(words.verifiedText, { amount: formatSol(language, amount) })
    showToast({ title: words.verified, description })
  }

  const tellAll = useEffectEvent((paid: Paid[]) => paid.forEach(tell))
  useEffect(() => tellAll(listed), [listed])
  useEffect(() => listenToServer('donation', (told) => isDonation(told) && tellAll([told])), [])

  return {
    /** The hashes the donor has submitted here and that are still being verified. */
    pending,
    tellVerified(paid: Paid): void {
      awaited.current.add(paid.tx_hash)
      tell(paid)
      refresh()
    },
    /** "Not yet" is no news: the server goes on asking the chain, and the list brings the answer. */
    async verify({ tx_hash }: Donation): Promise<void> {
      awaited.current.add(tx_hash)
      showPending(tx_hash)
      setTimeout(() => dropPending(tx_hash), SHOWN_AS_PENDING_MS)
      try {
        const verification = await requestVerification(tx_hash)
        if (!verification.success) {
          if (!NOT_YET.has(verification.reason)) dropPending(tx_hash)
          return console.warn(`${tx_hash} is not verified: ${verification.reason}`)
        }
        tell({ tx_hash, amount: verification.amount })
        refresh()
      } catch (error) {
        console.warn(`${tx_hash} could not be verified`, error)
      }
    },
  }
}

function isDonation(told: unknown): told is Supporter {
  return typeof told === 'object' && told !== null && 'npc_id' in told && told.npc_id === LIVE_NPC_ID
}
