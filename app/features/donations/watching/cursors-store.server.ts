import type { Queryable } from '../../../platform/database/database.server.ts'

/** A transaction in the account's history. */
export type Position = { signature: string; slot: bigint }
/** Everything up to `position` is queued. `sweptBy` names the RPCs whose whole history was read. */
export type Cursor = { position: Position | undefined; sweptBy: string[] }

type Row = { known_signature: string | null; known_slot: bigint | null; swept_by: string[] }

/** Repeated tasks, each run by one instance at a time. */
export type Task = 'poll' | 'reread' | 'reconcile'

/** Returns the cursor if the task is due and no other instance has it; then it is ours for `leaseMs`. */
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

/** Makes the task due again after `ms`; also extends the lease of a task that takes longer. */
export async function scheduleTask(db: Queryable, accountId: number, task: Task, ms: number): Promise<void> {
  await db.query(
    `update account_cursors set next_${task}_at = clock_timestamp() + $2 * interval '1 ms'
     where receiving_account_id = $1`,
    [accountId, ms],
  )
}

/** Never moves back: an instance that was overtaken changes nothing. */
export async function moveCursor(
  db: Queryable,
  accountId: number,
  { signature, slot }: Position,
): Promise<void> {
  await db.query(
    `update account_cursors set known_signature = $2, known_slot = $3
     where receiving_account_id = $1 and (known_slot is null or known_slot <= $3)`,
    [accountId, signature, slot],
  )
}

/** Records that this RPC's whole history was read. */
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

/** `outcome`: null if there was nothing to compare yet. */
export async function saveReconciled(
  db: Queryable,
  accountId: number,
  { slot, lamports }: Balance,
  outcome: 'balanced' | 'missing' | 'unbacked' | null,
): Promise<void> {
  await db.query(
    `update account_cursors
     set reconciled_slot = $2, reconciled_lamports = $3, reconciled_as = $4, reconciled_at = clock_timestamp()
     where receiving_account_id = $1`,
    [accountId, slot, lamports, outcome],
  )
}

function toCursor({ known_signature: signature, known_slot: slot, swept_by: sweptBy }: Row): Cursor {
  return { position: signature !== null && slot !== null ? { signature, slot } : undefined, sweptBy }
}
