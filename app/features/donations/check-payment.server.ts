import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/logging.server.ts'
import { LAMPORTS_PER_SOL } from './contract.ts'
import { creditPayment } from './credit-payment.server.ts'
import { judgeTransfer, type Sighting, type Verdict } from './judge-transfer.ts'
import { type PaymentCheck, postpone, recordAttempt, rejectCheck } from './payment-checks-store.server.ts'
import type { ReceivingAccount } from './receiving-accounts-store.server.ts'
import type { Chain } from './solana-api.server.ts'

export type CheckNeeds = { db: Db; chain: Chain; account: ReceivingAccount; clock: Clock; log: Log }

/** A gift this large is worth a second opinion where there is somebody to ask. */
const LARGE_GIFT_LAMPORTS = 10n * LAMPORTS_PER_SOL

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 15_000

/** Looks at the chain and acts on what it says: counts the payment, gives it up, or looks again later. */
export async function checkPayment(needs: CheckNeeds, check: PaymentCheck): Promise<Verdict> {
  const { db, chain, clock } = needs
  const question = { recipient: chain.terms.address, ageMs: clock.now() - check.created_at.getTime() }
  const seen = await chain.findTransaction(check.tx_hash)
  const verdict = await confirmLarge(needs, check.tx_hash, judgeTransfer(seen, question))

  if (check.is_claimed)
    await recordAttempt({ db }, check.tx_hash, verdict.status === 'verified' ? 'verified' : verdict.reason)
  if (verdict.status === 'verified') await credit(needs, check, seen, verdict.lamports)
  else if (verdict.status === 'rejected') await rejectCheck({ db }, check.tx_hash, verdict.reason)
  else await postpone({ db }, check.tx_hash, verdict.retryAfterMs ?? backOff(check.attempts))
  return verdict
}

async function credit(
  needs: CheckNeeds,
  check: PaymentCheck,
  seen: Sighting,
  lamports: bigint,
): Promise<void> {
  if (seen.at !== 'finalized' || seen.transaction === undefined) return
  await creditPayment(needs, { txHash: check.tx_hash, lamports, transaction: seen.transaction })
}

async function confirmLarge({ chain, log }: CheckNeeds, txHash: string, verdict: Verdict): Promise<Verdict> {
  if (verdict.status !== 'verified' || verdict.lamports < LARGE_GIFT_LAMPORTS) return verdict
  const witnesses = await chain.findWitnesses(txHash)
  if (witnesses === undefined) return verdict
  const question = { recipient: chain.terms.address, ageMs: 0 }
  const told = witnesses.map((witness) => judgeTransfer(witness, question))
  const agreeing = told.filter((one) => one.status === 'verified' && one.lamports === verdict.lamports)
  if (agreeing.length >= 2) return verdict
  if (told.some((one) => one.status === 'rejected' || (one.status === 'verified' && !agreeing.includes(one))))
    log.error({ txHash }, 'the Solana RPCs contradict each other about a large gift')
  return { status: 'pending', reason: 'rpc_unavailable' }
}

function backOff(attempts: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 1.6 ** attempts, LONGEST_DELAY_MS)
  return delay * (0.75 + Math.random() / 2)
}
