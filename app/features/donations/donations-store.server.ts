import type pg from 'pg'
import type { Db } from '../../platform/database/database.server.ts'
import type { Claim, Claimant, Proof } from './choose-claimant.ts'
import { type Donation, type DonationsOfNpc, RECENT_SUPPORTERS, type Supporter, toSol } from './contract.ts'
import type { NewDonation } from './requests.server.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

/** A line as the database has it. */
export type DonationLine = Claimant & {
  id: string
  npc_id: string
  lamports: bigint
  tx_hash: string
  verified: boolean
  payer: string | null
  paid_at: Date | null
  created_at: Date
}

const COLUMNS = `id::text, npc_id::text, username, x_account, lamports, tx_hash, verified, proof, intent_id,
  (select extract(epoch from begun.created_at)::float8 * 1000 from donation_intents begun
   where begun.id = donations.intent_id) as "begunAtMs", payer, paid_at, donations.created_at`

export async function listDonations({ db }: { db: Db }, npcId: string): Promise<DonationsOfNpc> {
  const [recent, sums] = await Promise.all([
    db.query<DonationLine>({
      name: 'recent-donations',
      text: `select ${COLUMNS} from donations where npc_id = $1 and verified
             order by donations.created_at desc, donations.id desc limit ${RECENT_SUPPORTERS}`,
      values: [npcId],
    }),
    db.query<{ lamports: string; supporters: number }>({
      name: 'donation-sums',
      text: `select coalesce(sum(lamports), 0)::text as lamports, count(distinct username)::int as supporters
             from donations where npc_id = $1 and verified`,
      values: [npcId],
    }),
  ])
  const { lamports = '0', supporters = 0 } = sums.rows[0] ?? {}
  return { recent: recent.rows.map(toSupporter), total: toSol(BigInt(lamports)), supporters }
}

export function toSupporter(line: DonationLine): Supporter {
  const { id, username, x_account, lamports, tx_hash, created_at } = line
  return { id, username, x_account, amount: toSol(lamports), tx_hash, created_at: created_at.toISOString() }
}

export function toDonation(line: DonationLine): Donation {
  return { ...toSupporter(line), npc_id: line.npc_id, verified: line.verified }
}

export async function hasNpc({ db }: { db: Db }, npcId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-npc',
    text: 'select from npcs where id = $1',
    values: [npcId],
  })
  return rowCount === 1
}

export async function findDonation(
  { db }: { db: Queryable },
  txHash: string,
): Promise<DonationLine | undefined> {
  const { rows } = await db.query<DonationLine>(`select ${COLUMNS} from donations where tx_hash = $1`, [
    txHash,
  ])
  return rows[0]
}

export async function findDonationOfIntent(
  { db }: { db: Db },
  intentId: string,
): Promise<DonationLine | undefined> {
  const { rows } = await db.query<DonationLine>(
    `select ${COLUMNS} from donations where intent_id = $1 and verified order by donations.id limit 1`,
    [intentId],
  )
  return rows[0]
}

/** Two claims of one payment wait for each other here; the line as it is now, if there is one. */
export async function lockDonation(client: Queryable, txHash: string): Promise<DonationLine | undefined> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [txHash])
  return findDonation({ db: client }, txHash)
}

export async function insertDonation(
  client: Queryable,
  npcId: string,
  { username, x_account, amount, tx_hash }: NewDonation,
): Promise<DonationLine> {
  const { rows } = await client.query<DonationLine>(
    `insert into donations (npc_id, username, x_account, lamports, tx_hash) values ($1, $2, $3, $4, $5)
     returning ${COLUMNS}`,
    [npcId, username, x_account, amount, tx_hash],
  )
  return rows[0] as DonationLine
}

export async function insertClaim(client: Queryable, npcId: string, claim: NewDonation): Promise<void> {
  const { tx_hash, username, x_account, intent, wallet } = claim
  await client.query(
    `insert into donation_claims (npc_id, tx_hash, username, x_account, intent_id, wallet)
     values ($1, $2, $3, $4, $5, $6)`,
    [npcId, tx_hash, username, x_account, intent ?? null, wallet?.address ?? null],
  )
}

/** All claims of a payment, the first first. */
export async function listClaims(client: Queryable, txHash: string): Promise<Claim[]> {
  const { rows } = await client.query<
    Omit<Claim, 'intent'> & { intent_id: string | null; begun_at: Date | null }
  >(
    `select c.username, c.x_account, c.wallet, c.intent_id, i.created_at as begun_at
     from donation_claims c left join donation_intents i on i.id = c.intent_id
     where c.tx_hash = $1 order by c.id`,
    [txHash],
  )
  return rows.map(({ username, x_account, wallet, intent_id, begun_at }) => ({
    username,
    x_account,
    wallet,
    intent: intent_id && begun_at ? { id: intent_id, begunAtMs: begun_at.getTime() } : null,
  }))
}

export type Credit = {
  npcId: string
  txHash: string
  lamports: bigint
  payer: string
  paidAtMs: number | undefined
  to: Claimant
}

export async function upsertCredit(client: Queryable, credit: Credit): Promise<DonationLine> {
  const { npcId, txHash, lamports, payer, paidAtMs, to } = credit
  const paidAt = paidAtMs === undefined ? null : new Date(paidAtMs)
  const { rows } = await client.query<DonationLine>(
    `insert into donations (npc_id, username, x_account, lamports, tx_hash, verified, proof, intent_id, payer, paid_at)
     values ($1, $2, $3, $4, $5, true, $6, $7, $8, $9)
     on conflict (tx_hash) do update set username = excluded.username, x_account = excluded.x_account,
       lamports = excluded.lamports, verified = true, proof = excluded.proof, intent_id = excluded.intent_id,
       payer = excluded.payer, paid_at = excluded.paid_at
     returning ${COLUMNS}`,
    [npcId, to.username, to.x_account, lamports, txHash, to.proof, to.intent_id, payer, paidAt],
  )
  return rows[0] as DonationLine
}

export type Displacement = { txHash: string; from: Claimant; to: Claimant }

export async function insertDisplacement(
  client: Queryable,
  { txHash, from, to }: Displacement,
): Promise<void> {
  await client.query(
    `insert into donation_displacements (tx_hash, old_username, old_proof, new_username, new_proof)
     values ($1, $2, $3, $4, $5)`,
    [txHash, from.username, from.proof, to.username, to.proof satisfies Proof],
  )
}
