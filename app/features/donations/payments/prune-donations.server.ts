import type { Db } from '../../../platform/database/database.server.ts'

const KEPT_DAYS = 7
const DISPLACEMENTS_KEPT_DAYS = 90

type Prune = { db: Db; limit: number }

/** Deletes rejected claims with their rows. Open checks and verified payments stay. */
export function pruneRejectedClaims({ db, limit }: Prune): Promise<number> {
  return countOf(
    db,
    `with gone as (
       delete from payment_checks where tx_hash in (
         select tx_hash from payment_checks
         where next_check_at is null and created_at < now() - $1 * interval '1 day'
         limit $2 for update skip locked)
       returning tx_hash),
     unverified as (
       select tx_hash from gone
       where not exists (select from donations d where d.tx_hash = gone.tx_hash and d.verified)),
     claims as (delete from donation_claims where tx_hash in (select tx_hash from unverified)),
     rows as (delete from donations where not verified and tx_hash in (select tx_hash from unverified))
     select count(*)::int as pruned from gone`,
    [KEPT_DAYS, limit],
  )
}

/** Deletes rows and claims without a check: nothing will ever verify them. */
export function pruneUncheckedClaims({ db, limit }: Prune): Promise<number> {
  return countOf(
    db,
    `with rows as (
       delete from donations where id in (
         select id from donations d
         where not verified and created_at < now() - $1 * interval '1 day'
           and not exists (select from payment_checks c where c.tx_hash = d.tx_hash)
         limit $2 for update skip locked)
       returning tx_hash),
     claims as (
       delete from donation_claims where tx_hash in (select tx_hash from rows)
         and created_at < now() - $1 * interval '1 day')
     select count(*)::int as pruned from rows`,
    [KEPT_DAYS, limit],
  )
}

/** Deletes the recorded outcomes of finished checks. */
export function prunePaymentAttempts({ db, limit }: Prune): Promise<number> {
  return countOf(
    db,
    `with gone as (
       delete from payment_attempts where id in (
         select id from payment_attempts a
         where created_at < now() - $1 * interval '1 day' and not exists (
           select from payment_checks c where c.tx_hash = a.tx_hash and c.next_check_at is not null)
         order by id limit $2)
       returning id)
     select count(*)::int as pruned from gone`,
    [KEPT_DAYS, limit],
  )
}

/** Deletes intents that were never paid. One that a claim or a donation refers to stays as long as that does. */
export function pruneUnusedIntents({ db, limit }: Prune): Promise<number> {
  return countOf(
    db,
    `with gone as (
       delete from donation_intents where id in (
         select id from donation_intents i
         where created_at < now() - $1 * interval '1 day'
           and not exists (select from donations d where d.intent_id = i.id)
           and not exists (select from donation_claims c where c.intent_id = i.id)
         limit $2 for update skip locked)
       returning id)
     select count(*)::int as pruned from gone`,
    [KEPT_DAYS, limit],
  )
}

/** Deletes displaced names, which are kept to answer questions from donors who lost theirs. */
export function pruneDisplacements({ db, limit }: Prune): Promise<number> {
  return countOf(
    db,
    `with gone as (
       delete from donation_displacements where id in (
         select id from donation_displacements
         where created_at < now() - $1 * interval '1 day' order by id limit $2)
       returning id)
     select count(*)::int as pruned from gone`,
    [DISPLACEMENTS_KEPT_DAYS, limit],
  )
}

async function countOf(db: Db, text: string, values: number[]): Promise<number> {
  const { rows } = await db.query<{ pruned: number }>(text, values)
  return rows[0]?.pruned ?? 0
}
