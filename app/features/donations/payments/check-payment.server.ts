import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Chain } from '../chain/solana-api.server.ts'
import { LAMPORTS_PER_SOL } from '../contract.ts'
import { agreeOnVerdict } from '../verdicts/agree-on-verdict.ts'
import {
  type Absence,
  judgeTransfer,
  NEVER_ABSENT,
  type Question,
  type Sighting,
  type Verdict,
} from '../verdicts/judge-transfer.ts'
import { creditPayment } from './credit-payment.server.ts'
import {
  clearAbsence,
  type PaymentCheck,
  postpone,
  recordAbsence,
  recordAttempt,
  rejectCheck,
} from './payment-checks-store.server.ts'

export type CheckContext = { db: Db; chain: Chain; account: ReceivingAccount; clock: Clock; log: Log }

/** From this amount on, a second RPC has to confirm a payment, if there is one. */
const LARGE_DONATION_LAMPORTS = 10n * LAMPORTS_PER_SOL

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 15_000
/** A payment may reach the RPCs shortly after its claim. If it has not by then, it can wait. */
const QUICK_CHECKS = 2
const UNSEEN_DELAY_MS = 5_000
/** A payment that an RPC listed but none can show is checked indefinitely, at growing intervals. */
const LISTED_DELAY_MS = 5 * 60_000
const ALARM_AFTER_ATTEMPTS = 8

/** Checks a payment on the chain, then credits it, rejects it, or postpones the next check. */
export async function checkPayment(context: CheckContext, check: PaymentCheck): Promise<Verdict> {
  const { db, chain } = context
  const { tx_hash: txHash, is_listed: isListed } = check
  const leavesReserve = !isListed && check.absent_checks > 0
  const seen = await chain.findTransaction(txHash, { leavesReserve })
  const absence = await updateAbsence(context, check, seen)
  const question = { recipient: chain.terms.address, isListed, absence }
  const verdict = await confirm(context, check, question, judgeTransfer(seen, question))

  if (check.is_claimed)
    await recordAttempt(db, txHash, verdict.status === 'verified' ? 'verified' : verdict.reason)
  if (verdict.status === 'verified') await credit(context, check, verdict)
  else if (verdict.status === 'rejected') await reject(context, check, verdict.reason)
  else await checkLater(context, check, verdict)
  return verdict
}

/** An RPC that does not answer neither counts as an absence nor ends one. */
async function updateAbsence({ db }: CheckContext, check: PaymentCheck, { at }: Sighting): Promise<Absence> {
  if (at === 'nowhere') return recordAbsence(db, check.tx_hash)
  const isSeen = at !== 'unavailable' && at !== 'rate_limited'
  if (isSeen && check.absent_checks > 0) await clearAbsence(db, check.tx_hash)
  return NEVER_ABSENT
}

/** Rejections, which are final, and large donations take two RPCs if two are configured. */
async function confirm(
  { chain, log }: CheckContext,
  { tx_hash: txHash, attempts }: PaymentCheck,
  question: Question,
  verdict: Verdict,
): Promise<Verdict> {
  if (verdict.status === 'pending') return verdict
  // This verdict already took every RPC.
  if (verdict.status === 'rejected' && verdict.reason === 'not_found') return verdict
  if (verdict.status === 'verified' && verdict.lamports < LARGE_DONATION_LAMPORTS) return verdict
  const witnesses = await chain.findWitnesses(txHash)
  if (witnesses === undefined) return verdict
  const agreement = agreeOnVerdict(witnesses.map((witness) => judgeTransfer(witness, question)))
  if (agreement.status === 'agreed') return agreement.verdict
  if (agreement.status === 'contradiction' && isAlarmDue(attempts))
    log.error({ txHash }, 'the Solana RPCs contradict each other about a payment')
  return { status: 'pending', reason: 'rpc_unavailable' }
}

async function credit(
  context: CheckContext,
  { tx_hash: txHash }: PaymentCheck,
  { lamports, transaction }: Extract<Verdict, { status: 'verified' }>,
): Promise<void> {
  const { npc_id: npcId, proof } = await creditPayment(context, { txHash, lamports, transaction })
  context.log.info({ npcId, lamports: String(lamports), txHash, proof }, 'donation credited')
}

async function reject(
  { db, log }: CheckContext,
  { tx_hash: txHash, is_claimed: isClaimed }: PaymentCheck,
  reason: Extract<Verdict, { status: 'rejected' }>['reason'],
): Promise<void> {
  await rejectCheck(db, txHash, reason)
  log[isClaimed ? 'info' : 'debug']({ txHash, reason }, 'donation rejected')
}

async function checkLater(
  { db, log }: CheckContext,
  check: PaymentCheck,
  { reason, retryAfterMs = 0 }: Extract<Verdict, { status: 'pending' }>,
): Promise<void> {
  const { tx_hash: txHash, attempts } = check
  const isUnseen = reason === 'not_found_yet'
  const isContradicted = check.is_listed && (isUnseen || reason === 'meta_missing')
  if (isContradicted && attempts >= ALARM_AFTER_ATTEMPTS && isAlarmDue(attempts))
    log.warn({ txHash, reason }, 'a Solana RPC listed a payment that no RPC can show')
  const isSlow = isUnseen && !check.is_listed && check.absent_checks >= QUICK_CHECKS
  const minMs = isSlow ? UNSEEN_DELAY_MS : FIRST_DELAY_MS
  const maxMs = isContradicted ? LISTED_DELAY_MS : MAX_DELAY_MS
  await postpone(db, txHash, Math.max(retryAfterMs, backOff(attempts, minMs, maxMs)))
}

/** True at 1, 2, 4, 8 … attempts. */
function isAlarmDue(attempts: number): boolean {
  return (attempts & (attempts - 1)) === 0
}

function backOff(attempts: number, minMs: number, maxMs: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 1.6 ** Math.min(attempts, 30), maxMs)
  return Math.max(minMs, delay * (0.75 + Math.random() / 2))
}
