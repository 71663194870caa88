import { parseTxHash } from '../claims/parse-tx-hash.server.ts'
import { toSol, type Verification } from '../contract.ts'
import { findDonation } from '../donations-store.server.ts'
import { judgeTransfer, NEVER_ABSENT, type Verdict } from '../verdicts/judge-transfer.ts'
import { type CheckContext, checkPayment } from './check-payment.server.ts'
import { findCheck } from './payment-checks-store.server.ts'

/** Returns the verdict on a payment, checking it now if it is open. `onUnclaimed` may throw to prevent a lookup. */
export async function verifyDonation(
  context: CheckContext,
  text: string,
  onUnclaimed: () => void,
): Promise<Verification> {
  const txHash = parseTxHash(text)
  if (txHash === undefined) return { success: false, reason: 'malformed_signature' }
  const isOurs = (row: { receiving_account_id: number | null } | undefined) =>
    row?.receiving_account_id === context.account.id
  const donation = await findDonation(context.db, txHash)
  if (donation?.verified && isOurs(donation)) return { success: true, amount: toSol(donation.lamports) }
  const found = await findCheck(context.db, txHash)
  const check = isOurs(found) ? found : undefined
  if (check?.rejected_for) return { success: false, reason: check.rejected_for }
  if (check) return toVerification(await checkPayment(context, check))
  onUnclaimed()
  return toVerification(await judgeUnclaimed(context, txHash))
}

/** Judges an unclaimed payment without storing anything. */
async function judgeUnclaimed({ chain }: CheckContext, txHash: string): Promise<Verdict> {
  const question = { recipient: chain.terms.address, isListed: false, absence: NEVER_ABSENT }
  return judgeTransfer(await chain.findTransaction(txHash, { leavesReserve: true }), question)
}

function toVerification(verdict: Verdict): Verification {
  if (verdict.status === 'verified') return { success: true, amount: toSol(verdict.lamports) }
  return { success: false, reason: verdict.reason }
}
