import type { KeyedMutex } from '../../../platform/async/keyed-mutex.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.server.ts'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { SolanaNetwork } from '../contract.ts'
import { isClaimSigned } from './claim-signature.server.ts'
import { findIntent } from './intents-store.server.ts'
import { parseTxHash } from './parse-tx-hash.server.ts'
import { type NewClaim, type Recorded, recordClaim } from './record-claim.server.ts'

type ClaimContext = {
  db: Db
  account: ReceivingAccount
  clock: Clock
  network: SolanaNetwork
  domain: string
  /** Keeps a thousand claims on one payment from each holding a connection while waiting for its lock. */
  mutex: KeyedMutex
}

type Submitted = Recorded | { status: 'tx_hash_invalid' | 'wallet_signature_invalid' | 'intent_unknown' }

/** Checks what can be checked without the chain, then records the claim. */
export async function submitClaim(
  context: ClaimContext,
  { npcId, given, from }: NewClaim,
): Promise<Submitted> {
  const { account, clock, network, domain, mutex } = context
  const txHash = parseTxHash(given.tx_hash)
  if (txHash === undefined) return { status: 'tx_hash_invalid' }
  const claim = { ...given, tx_hash: txHash }
  if (claim.wallet && !(await isClaimSigned({ claim, domain, network, nowMs: clock.now() })))
    return { status: 'wallet_signature_invalid' }
  if (claim.intent && !(await findIntent(context.db, account.id, claim.intent)))
    return { status: 'intent_unknown' }
  return mutex(txHash, () => recordClaim(context, { npcId, given: claim, from }))
}
