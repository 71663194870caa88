import type { Queryable } from '../../../platform/database/database.server.ts'

export type Known = { signature: string; slot: bigint }
export type Cursor = { known: Known | undefined; sweptBy: string[] }

type Row = { known_signature: string | null; known_slot: bigint | null; swept_by: string[] }

/** The three things that are done again and again, by one instance at a time. */
export type Task = 'poll' | 'reread' | 'reconcile'

/** The cursor, when it is time for the task and no other instance is at it; then it is ours for `leaseMs`. */
export async function claimTask(
  db: Queryable,
  accountId: number,
  task: Task,
  leaseMs: number,
): Promise<Cursor | undefined> {
  await db.query('insert into account_cursors (receiving_account_id) values ($1) on conflict do nothing', [
    accountId,
  ])
  const { rows } = await db.query<Row>(
    `update account_cursors set next_${task}_at = clock_timestamp() + $2 * interval '1 ms'
     where receiving_account_id = $1 and next_${task}_at <= clock_timestamp()
     returning known_signature, known_slot, swept_by`,
    [accountId, leaseMs],
  )
  return rows[0] && toCursor(rows[0])
}

/** The task is due again after `ms`; also used to keep it while it takes longer. */
export async function scheduleTask(db: Queryable, accountId: number, task: Task, ms: number): Promise<void> {
  await db.query(
    `update account_cursors set next_${task}_at = clock_timestamp() + $2 * interval '1 ms'
     where receiving_account_id = $1`,
    [accountId, ms],
  )
}

/** Everything up to here is queued; an instance that was overtaken changes nothing. */
export async function moveCursor(
  db: Queryable,
  accountId: number,
  { signature, slot }: Known,
): Promise<void> {
  await db.query(
    `update account_cursors set known_signature = $2, known_slot = $3
     where receiving_account_id = $1 and (known_slot is null or known_slot <= $3)`,
    [accountId, signature, slot],
  )
}

/** This RPC was read to the end of its history. */
export async function markSwept(db: Queryable, accountId: number, rpcName: string): Promise<void> {
  await db.query(
    `update account_cursors set swept_by = array_append(swept_by, $2)
     where receiving_account_id = $1 and not $2 = any (swept_by)`,
    [accountId, rpcName],
  )
}

export type Balance = { slot: bigint; lamports: bigint }

export async function findReconciled(db: Queryable, accountId: number): Promise<Balance | undefined> {
  const { rows } = await db.query<Balance>(
    `select reconciled_slot as slot, reconciled_lamports as lamports from account_cursors
     where receiving_account_id = $1 and reconciled_slot is not null`,
    [accountId],
  )
  return rows[0]
}

export async function keepReconciled(
  db: Queryable,
  accountId: number,
  { slot, lamports }: Balance,
): Promise<void> {
  await db.query(
    `update account_cursors set reconciled_slot = $2, reconciled_lamports = $3 where receiving_account_id = $1`,
    [accountId, slot, lamports],
  )
}

function toCursor({ known_signature: signature, known_slot: slot, swept_by: sweptBy }: Row): Cursor {
  return { known: signature !== null && slot !== null ? { signature, slot } : undefined, sweptBy }
}
