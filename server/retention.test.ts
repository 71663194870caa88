import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { pruneOnce } from './retention.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

const prune = () => pruneOnce({ db: database.db, log: silentLog }, 2)

async function sql(text: string, values: unknown[] = []) {
  return (await database.db.query(text, values)).rows
}

async function insertIntent(id: string, days: number): Promise<void> {
  await sql(
    `insert into donation_intents (id, npc_id, username, lamports, reference, created_at)
     values ($1, 1, 'Ann', 1, $1, now() - $2 * interval '1 day')`,
    [id, days],
  )
}

type Payment = {
  hash: string
  days: number
  isVerified?: boolean
  check?: 'open' | 'rejected'
  intent?: string
}

async function insertPayment({ hash, days, isVerified = false, check, intent }: Payment): Promise<void> {
  const age = `now() - ${days} * interval '1 day'`
  await sql(
    `insert into donations (npc_id, username, lamports, tx_hash, verified, intent_id, created_at)
     values (1, 'Ann', 1, $1, $2, $3, ${age})`,
    [hash, isVerified, intent ?? null],
  )
  await sql(
    `insert into donation_claims (npc_id, tx_hash, username, intent_id, created_at)
     values (1, $1, 'Ann', $2, ${age})`,
    [hash, intent ?? null],
  )
  await sql(`insert into payment_attempts (tx_hash, outcome, created_at) values ($1, 'not_found', ${age})`, [
    hash,
  ])
  if (check)
    await sql(
      `insert into payment_checks (tx_hash, npc_id, is_claimed, next_check_at, rejected_for, created_at)
       values ($1, 1, true, $2, $3, ${age})`,
      [hash, check === 'open' ? new Date() : null, check === 'open' ? null : 'not_found'],
    )
}

const hashesIn = async (table: string) =>
  (await sql(`select tx_hash from ${table} order by tx_hash`)).map(({ tx_hash }) => tx_hash)

test('rejected claims are deleted after a week with everything they caused; verified, open and recent ones stay', async () => {
  for (const id of ['begun-and-left', 'of-verified', 'of-open', 'of-rejected']) await insertIntent(id, 8)
  await insertIntent('begun-lately', 6)
  await insertPayment({ hash: 'verified', days: 400, isVerified: true, intent: 'of-verified' })
  await insertPayment({ hash: 'open', days: 8, check: 'open', intent: 'of-open' })
  await insertPayment({ hash: 'rejected-lately', days: 6, check: 'rejected' })
  await insertPayment({ hash: 'rejected-1', days: 8, check: 'rejected', intent: 'of-rejected' })
  for (const hash of ['rejected-2', 'rejected-3']) await insertPayment({ hash, days: 8, check: 'rejected' })
  await insertPayment({ hash: 'without-check', days: 8 })

  expect(await prune()).toEqual({
    rejectedClaims: 3,
    uncheckedClaims: 1,
    paymentAttempts: 5,
    unusedIntents: 2,
  })
  const kept = ['open', 'rejected-lately', 'verified']
  expect(await hashesIn('donations')).toEqual(kept)
  expect(await hashesIn('donation_claims')).toEqual(kept)
  expect(await hashesIn('payment_checks')).toEqual(['open', 'rejected-lately'])
  expect(await hashesIn('payment_attempts')).toEqual(['open', 'rejected-lately'])
  const intents = await sql('select id from donation_intents order by id')
  expect(intents.map(({ id }) => id)).toEqual(['begun-lately', 'of-open', 'of-verified'])
  expect(await prune()).toEqual({})
})

test('earlier names of a payment are deleted after 90 days, events after one, states never', async () => {
  const displaced = `insert into donation_displacements
    (tx_hash, old_username, old_proof, new_username, new_proof, created_at)
    values ($1, 'Ann', 'paste', 'Bob', 'signature', now() - $2 * interval '1 day')`
  await sql(displaced, ['old', 91])
  await sql(displaced, ['young', 89])
  const event = `insert into events (name, data, is_state, created_at)
    values ($1, '{}', $2, now() - $3 * interval '1 hour')`
  for (const [name, isState, hours] of [
    ['old', false, 25],
    ['young', false, 23],
    ['state', true, 1000],
  ])
    await sql(event, [name, isState, hours])
  expect(await prune()).toEqual({ displacements: 1, events: 1 })
  expect(await hashesIn('donation_displacements')).toEqual(['young'])
  const events = await sql("select name from events where name in ('old', 'young', 'state') order by name")
  expect(events.map(({ name }) => name)).toEqual(['state', 'young'])
})

test('stream publishers are deleted two days after their end', async () => {
  const publisher = `insert into stream_publishers (session, npc_id, started_at, ended_at)
    values ($1, 1, now() - interval '4 days', now() - $2 * interval '1 day')`
  await sql(publisher, ['ended-long-ago', 3])
  await sql(publisher, ['ended-lately', 1])
  expect(await prune()).toEqual({ streamPublishers: 1 })
  expect(await sql('select session from stream_publishers')).toEqual([{ session: 'ended-lately' }])
})

test('the history of the desk is deleted after 90 days', async () => {
  const minute = `insert into history_minutes
    select now() - $1 * interval '1 day', gen_random_uuid(), 1, 0, 0, '{}', '{}' from generate_series(1, $2)`
  await sql(minute, [91, 3])
  await sql(minute, [89, 2])
  expect(await prune()).toEqual({ history: 3 })
  expect(await sql('select count(*)::int as kept from history_minutes')).toEqual([{ kept: 2 }])
})

test('what cannot be deleted keeps nothing else from being deleted', async () => {
  await sql('alter table stream_publishers rename to elsewhere')
  onTestFinished(() => sql('alter table elsewhere rename to stream_publishers').then(() => {}))
  await sql(
    `insert into history_minutes (minute, instance, visitors, players, votes, by_npc, machine)
     values (now() - interval '91 days', gen_random_uuid(), 1, 1, 1, '{}', '{}')`,
  )
  await expect(prune()).rejects.toThrow('could not be deleted: streamPublishers')
  expect(await sql("select from history_minutes where minute < now() - interval '90 days'")).toEqual([])
})

test('while one instance deletes, another one does not', async () => {
  const results = await Promise.all([prune(), prune(), prune()])
  expect(results.filter((result) => result !== undefined).length).toBeGreaterThanOrEqual(1)
  const holder = await database.db.connect()
  await holder.query('select pg_advisory_lock($1)', [0x6e70_6372])
  expect(await prune()).toBeUndefined()
  holder.release(true)
})
