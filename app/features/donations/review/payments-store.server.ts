import type { Queryable } from '../../../platform/database/database.server.ts'
import { PENDING_REASONS, type Reason } from '../contract.ts'
import { SHOWN_USERNAME, SHOWN_X_ACCOUNT } from '../donations-store.server.ts'
import type { CheckedPayment, CreditedPayment, PaymentsPage, ReviewedPayment } from './contract.ts'

export type PaymentFilter = {
  /** Of all NPCs if undefined. */
  npcId?: string
  txHash?: string
  /** A part of the name or of the X account. */
  name?: string
  before?: string | undefined
  limit: number
}

type Cursor = { at: string; key: string }
type Dated = { created_at: Date; at: string }
type CreditedRow = Omit<CreditedPayment, 'status' | 'created_at' | 'paid_at'> &
  Dated & { id: string; paid_at: Date | null }
type CheckedRow = Omit<CheckedPayment, 'status' | 'reason' | 'created_at' | 'next_check_at'> &
  Dated & { next_check_at: Date | null; rejected_for: Reason | null; outcome: Reason | 'verified' | null }

/** Dates of JavaScript lack the microseconds. */
const toMicroseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`
const fromMicroseconds = (value: string) =>
  `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`

const OWN = { username: 'username', x_account: 'x_account' }
const SHOWN = { username: SHOWN_USERNAME, x_account: SHOWN_X_ACCOUNT }

/** The newest first. Whoever may not see hidden names cannot find them either. */
export async function listCredited(
  db: Queryable,
  accountId: number,
  { npcId, txHash, name, before, limit }: PaymentFilter,
  seesHiddenNames: boolean,
): Promise<PaymentsPage> {
  const { username, x_account } = seesHiddenNames ? OWN : SHOWN
  const cursor = readCursor(before)
  const { rows } = await db.query<CreditedRow>(
    `select id::text, tx_hash, npc_id::text, ${username} as username, ${x_account} as x_account, lamports::text,
       is_name_hidden, proof, paid_at, created_at, ${toMicroseconds('created_at')} as at
     from donations
     where receiving_account_id = $1 and verified
       and ($2::integer is null or npc_id = $2)
       and ($3::text is null or tx_hash = $3)
       and ($4::text is null or strpos(lower(${username}), lower($4)) > 0
            or strpos(lower(${x_account}), lower($4)) > 0)
       and ($5::bigint is null or (created_at, id) < (${fromMicroseconds('$5')}, $6::bigint))
     order by donations.created_at desc, donations.id desc limit $7`,
    [accountId, npcId, txHash, name, cursor?.at, toId(cursor?.key), limit],
  )
  const payments = rows.map(({ id: _id, at: _at, ...row }) => ({
    ...row,
    status: 'credited' as const,
    paid_at: toText(row.paid_at),
    created_at: row.created_at.toISOString(),
  }))
  return toPage(payments, rows, limit, ({ id }) => id)
}

/** Payments that are checked or were rejected, claimed or not, the newest first. */
export async function listChecked(
  db: Queryable,
  accountId: number,
  status: CheckedPayment['status'],
  { txHash, name, before, limit }: PaymentFilter,
): Promise<PaymentsPage> {
  const cursor = readCursor(before)
  const { rows } = await db.query<CheckedRow>(
    `select c.tx_hash, c.npc_id::text, d.username, d.x_account, d.lamports::text as typed_lamports, c.attempts,
       c.next_check_at, c.rejected_for, c.created_at, ${toMicroseconds('c.created_at')} as at,
       (select outcome from payment_attempts a where a.tx_hash = c.tx_hash order by a.id desc limit 1) as outcome
     from payment_checks c left join donations d on d.tx_hash = c.tx_hash and not d.verified
     where c.receiving_account_id = $1 and (c.next_check_at is not null) = $2
       and ($3::text is null or c.tx_hash = $3)
       and ($4::text is null or strpos(lower(d.username), lower($4)) > 0
            or strpos(lower(d.x_account), lower($4)) > 0)
       and ($5::bigint is null or (c.created_at, c.tx_hash) < (${fromMicroseconds('$5')}, $6))
     order by c.created_at desc, c.tx_hash desc limit $7`,
    [accountId, status === 'pending', txHash, name, cursor?.at, cursor?.key, limit],
  )
  const payments = rows.map(({ at: _at, rejected_for, outcome, ...row }) => ({
    ...row,
    status,
    reason: rejected_for ?? pendingReason(row, outcome),
    next_check_at: toText(row.next_check_at),
    created_at: row.created_at.toISOString(),
  }))
  return toPage(payments, rows, limit, ({ tx_hash }) => tx_hash)
}

/** The outcome may be from before the check was opened again. */
function pendingReason({ attempts }: { attempts: number }, outcome: CheckedRow['outcome']): Reason | null {
  return attempts > 0 && outcome !== 'verified' && outcome && PENDING_REASONS.has(outcome) ? outcome : null
}

function toPage<Row extends Dated>(
  payments: ReviewedPayment[],
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => string,
): PaymentsPage {
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { payments, next: last ? `${last.at}_${keyOf(last)}` : null }
}

function readCursor(before: string | undefined): Cursor | undefined {
  const [at, key] = before?.split('_') ?? []
  return at === undefined || key === undefined ? undefined : { at, key }
}

/** A cursor of another list has another key. */
function toId(key: string | undefined): string | undefined {
  return key !== undefined && /^\d{1,18}$/.test(key) ? key : undefined
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
