import type { Queryable } from '../../../platform/database/database.server.ts'
import { SHOWN_USERNAME } from '../donations-store.server.ts'
import type { CreditSums, LastReconciliation } from './contract.ts'

/** Of one NPC, or of all of them. */
export async function sumCredited(db: Queryable, accountId: number, npcId?: string): Promise<CreditSums> {
  const { rows } = await db.query<CreditSums>(
    `select coalesce(sum(lamports), 0)::text as lamports, count(*)::int as payments,
       count(distinct ${SHOWN_USERNAME})::int as supporters
     from donations where receiving_account_id = $1 and verified and ($2::integer is null or npc_id = $2)`,
    [accountId, npcId],
  )
  return rows[0] as CreditSums
}

type CheckCounts = { pending: number; rejected: number }

export async function countChecks(db: Queryable, accountId: number): Promise<CheckCounts> {
  const { rows } = await db.query<CheckCounts>(
    `select count(next_check_at)::int as pending, count(rejected_for)::int as rejected
     from payment_checks where receiving_account_id = $1`,
    [accountId],
  )
  return rows[0] as CheckCounts
}

export async function findLastReconciliation(
  db: Queryable,
  accountId: number,
): Promise<LastReconciliation | null> {
  const { rows } = await db.query<Omit<LastReconciliation, 'at'> & { at: Date }>(
    `select reconciled_at as at, reconciled_as as outcome, reconciled_lamports::text as lamports
     from account_cursors where receiving_account_id = $1 and reconciled_at is not null`,
    [accountId],
  )
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null
}
