import type { Queryable } from '../../platform/database/database.server.ts'
import { REVISED } from '../../platform/events/events-store.server.ts'
import type { Claim, Claimant, IntentFacts, Proof } from './claims/choose-claimant.ts'
import {
  ANONYMOUS,
  type Donation,
  type DonationEvent,
  type DonationsOfNpc,
  RECENT_SUPPORTERS,
  type Supporter,
  toSol,
} from './contract.ts'
import type { NewDonation } from './donation-requests.server.ts'

export type DonationRow = Claimant & {
  id: string
  receiving_account_id: number | null
  lamports: bigint
  tx_hash: string
  verified: boolean
  is_name_hidden: boolean
  shown_username: string
  shown_x_account: string | null
  payers: string[]
  paid_at: Date | null
  created_at: Date
}

/** Of a hidden name, visitors see what they see of unnamed payments. */
export const SHOWN_USERNAME = `case when is_name_hidden then '${ANONYMOUS}' else username end`
export const SHOWN_X_ACCOUNT = 'case when not is_name_hidden then x_account end'

const COLUMNS = `id::text, receiving_account_id, npc_id::text, username, x_account, lamports, tx_hash, verified, proof,
  intent_id, payers, paid_at, created_at, is_name_hidden, ${SHOWN_USERNAME} as shown_username,
  ${SHOWN_X_ACCOUNT} as shown_x_account`

/** The public list of each NPC that has received a donation on this account. */
export async function listDonations(db: Queryable, accountId: number): Promise<Map<string, DonationsOfNpc>> {
  const [sums, recent] = await Promise.all([
    db.query<{ npc_id: string; lamports: string; supporters: number }>({
      name: 'donation-sums',
      // Counting groups takes less than half the time of counting distinct names, which sorts them.
      text: `select npc_id::text, sum(lamports)::text as lamports, count(*)::int as supporters
             from (select npc_id, sum(lamports) as lamports from donations
                   where receiving_account_id = $1 and verified group by npc_id, ${SHOWN_USERNAME}) supporters
             group by npc_id`,
      values: [accountId],
    }),
    db.query<DonationRow>({
      name: 'recent-donations',
      text: `select recent.* from npcs cross join lateral (
               select ${COLUMNS} from donations
               where receiving_account_id = $1 and donations.npc_id = npcs.id and verified
               order by donations.created_at desc, slot desc, donations.id desc limit ${RECENT_SUPPORTERS}
             ) recent`,
      values: [accountId],
    }),
  ])
  const recentOf = Map.groupBy(recent.rows, ({ npc_id }) => npc_id)
  return new Map(
    sums.rows.map(({ npc_id, lamports, supporters }) => [
      npc_id,
      { recent: (recentOf.get(npc_id) ?? []).map(toSupporter), total: toSol(BigInt(lamports)), supporters },
    ]),
  )
}

function toSupporter(row: DonationRow): Supporter {
  const { id, shown_username: username, shown_x_account: x_account, lamports, tx_hash, created_at } = row
  return { id, username, x_account, amount: toSol(lamports), tx_hash, created_at: created_at.toISOString() }
}

export function toDonation(row: DonationRow): Donation {
  return { ...toSupporter(row), npc_id: row.npc_id, verified: row.verified }
}

export async function listNpcIds(db: Queryable): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({ name: 'npc-ids', text: 'select id::text from npcs' })
  return new Set(rows.map(({ id }) => id))
}

export async function findDonation(db: Queryable, txHash: string): Promise<DonationRow | undefined> {
  const { rows } = await db.query<DonationRow>(`select ${COLUMNS} from donations where tx_hash = $1`, [
    txHash,
  ])
  return rows[0]
}

export async function findDonationOfIntent(
  db: Queryable,
  intentId: string,
): Promise<DonationRow | undefined> {
  const { rows } = await db.query<DonationRow>(
    `select ${COLUMNS} from donations where intent_id = $1 and verified order by donations.id limit 1`,
    [intentId],
  )
  return rows[0]
}

/** Serializes claims on the same payment until the commit; returns the current row, if any. */
export async function lockDonation(db: Queryable, txHash: string): Promise<DonationRow | undefined> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [txHash])
  return findDonation(db, txHash)
}

export async function insertDonation(
  db: Queryable,
  accountId: number,
  npcId: string,
  { username, x_account, amount, tx_hash }: NewDonation,
): Promise<DonationRow> {
  const { rows } = await db.query<DonationRow>(
    `insert into donations (receiving_account_id, npc_id, username, x_account, lamports, tx_hash)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [accountId, npcId, username, x_account, amount, tx_hash],
  )
  return rows[0] as DonationRow
}

export async function insertClaim(db: Queryable, npcId: string, claim: NewDonation): Promise<void> {
  const { tx_hash, username, x_account, intent, wallet } = claim
  await db.query(
    `insert into donation_claims (npc_id, tx_hash, username, x_account, intent_id, wallet)
     values ($1, $2, $3, $4, $5, $6)`,
    [npcId, tx_hash, username, x_account, intent ?? null, wallet?.address ?? null],
  )
}

export type ClaimRow = Omit<Claim, 'intent'> & { intent_id: string | null }

/** All claims on a payment, oldest first. */
export async function listClaims(db: Queryable, txHash: string): Promise<ClaimRow[]> {
  const { rows } = await db.query<ClaimRow>(
    `select npc_id::text, username, x_account, wallet, intent_id from donation_claims
     where tx_hash = $1 order by id`,
    [txHash],
  )
  return rows
}

export function withIntents(rows: ClaimRow[], intents: IntentFacts[]): Claim[] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]))
  return rows.map(({ intent_id, ...claim }) => ({ ...claim, intent: byId.get(intent_id ?? '') ?? null }))
}

/** What the chain says about a payment. */
export type PaymentFacts = {
  txHash: string
  lamports: bigint
  payers: string[]
  paidAtMs: number | undefined
  slot: bigint
}

/** A hidden name stays hidden; another name is shown until somebody hides it too. */
const isStillHidden = (username: string, xAccount: string) =>
  `donations.is_name_hidden and donations.username = ${username} and donations.x_account is not distinct from ${xAccount}`

/** An unclaimed payment gets its block time as its creation time. */
export async function insertCredit(
  db: Queryable,
  accountId: number,
  { txHash, lamports, payers, paidAtMs, slot }: PaymentFacts,
  { npc_id, username, x_account, proof, intent_id }: Claimant,
): Promise<DonationRow> {
  const { rows } = await db.query<DonationRow>(
    `insert into donations (receiving_account_id, tx_hash, lamports, payers, paid_at, slot, npc_id, username,
       x_account, proof, intent_id, verified, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, coalesce($5, now()))
     on conflict (tx_hash) do update set receiving_account_id = excluded.receiving_account_id,
       lamports = excluded.lamports, payers = excluded.payers, paid_at = excluded.paid_at, slot = excluded.slot,
       npc_id = excluded.npc_id, username = excluded.username, x_account = excluded.x_account,
       proof = excluded.proof, intent_id = excluded.intent_id, verified = true,
       is_name_hidden = ${isStillHidden('excluded.username', 'excluded.x_account')}
     returning ${COLUMNS}`,
    [
      accountId,
      txHash,
      lamports,
      payers,
      timestamp(paidAtMs),
      slot,
      npc_id,
      username,
      x_account,
      proof,
      intent_id,
    ],
  )
  return rows[0] as DonationRow
}

export async function changeClaimant(
  db: Queryable,
  txHash: string,
  { npc_id, username, x_account, proof, intent_id }: Claimant,
): Promise<DonationRow> {
  const { rows } = await db.query<DonationRow>(
    `update donations set npc_id = $2, username = $3, x_account = $4, proof = $5, intent_id = $6,
       is_name_hidden = ${isStillHidden('$3', '$4')}
     where tx_hash = $1 returning ${COLUMNS}`,
    [txHash, npc_id, username, x_account, proof, intent_id],
  )
  return rows[0] as DonationRow
}

function timestamp(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms)
}

export async function insertDisplacement(
  db: Queryable,
  txHash: string,
  from: Claimant,
  to: Claimant,
): Promise<void> {
  await db.query(
    `insert into donation_displacements (tx_hash, old_username, old_proof, new_username, new_proof)
     values ($1, $2, $3, $4, $5)`,
    [txHash, from.username, from.proof, to.username, to.proof satisfies Proof],
  )
}

export async function saveNameHidden(db: Queryable, txHash: string, isHidden: boolean): Promise<DonationRow> {
  const { rows } = await db.query<DonationRow>(
    `update donations set is_name_hidden = $2 where tx_hash = $1 returning ${COLUMNS}`,
    [txHash, isHidden],
  )
  return rows[0] as DonationRow
}

/** Call it last in a transaction: its lock makes all other events wait until the commit. */
export async function appendDonationEvent(db: Queryable, row: DonationRow): Promise<void> {
  await appendEvent(db, toEventData(row))
}

/** Puts the shown name into the events of the last day as well, and makes open pages read the list again. */
export async function reviseDonationEvents(db: Queryable, row: DonationRow): Promise<void> {
  const { shown_username, shown_x_account, tx_hash } = row
  await db.query(
    `update events set data = data || jsonb_build_object('username', $2::text, 'x_account', $3::text)
     where name = 'donation' and data ->> 'tx_hash' = $1`,
    [tx_hash, shown_username, shown_x_account],
  )
  await notifyRevision(db)
  await appendEvent(db, { ...toEventData(row), is_revision: true } satisfies DonationEvent)
}

/** Every instance forgets the events that it keeps in memory. */
export async function notifyRevision(db: Queryable): Promise<void> {
  await db.query(`select pg_notify('events', '${REVISED}')`)
}

function toEventData(row: DonationRow): DonationEvent {
  return { ...toSupporter(row), npc_id: row.npc_id }
}

async function appendEvent(db: Queryable, data: DonationEvent): Promise<void> {
  await db.query("select append_event('donation', $1)", [JSON.stringify(data)])
}
