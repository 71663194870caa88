import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { countClaimsFrom, findDonor, forgetClaimsFrom, forgetDonor } from './forget-donor.server.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  for (const name of ['Ann', 'Bob']) await insertDonor(name)
})

afterEach(() => database.drop())

async function sql(text: string, values: unknown[] = []) {
  return (await database.db.query(text, values)).rows
}

async function insertDonor(name: string): Promise<void> {
  await sql(
    `insert into donation_intents (id, npc_id, username, x_account, lamports, reference) values ($1, 1, $1, $1, 5, $1)`,
    [name],
  )
  await sql(
    `insert into donations (npc_id, username, x_account, lamports, tx_hash, verified, proof, intent_id)
     values (1, $1, $1, 5, $1 || '-tx', true, 'reference', $1)`,
    [name],
  )
  await sql(
    `insert into donation_claims (npc_id, tx_hash, username, x_account, wallet, intent_id)
     values (1, $1 || '-tx', $1, $1, $1 || '-wallet', $1)`,
    [name],
  )
  await sql(
    `insert into donation_displacements (tx_hash, old_username, old_proof, new_username, new_proof)
     values ($1 || '-tx', 'Eve', 'paste', $1, 'reference'), ($1 || '-tx', $1, 'paste', 'Eve', 'reference')`,
    [name],
  )
  await sql(
    "select append_event('donation', jsonb_build_object('username', $1::text, 'x_account', $1::text, 'amount', 5))",
    [name],
  )
}

/** Everything in the tables of donations, and the events, as one text. */
async function everything(): Promise<string> {
  const tables = ['donations', 'donation_claims', 'donation_intents', 'donation_displacements', 'events']
  const rows = await Promise.all(
    tables.map((table) => sql(`select to_jsonb(${table})::text as row from ${table}`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

test('a name is found wherever it is', async () => {
  const { rows, payments } = await findDonor({ db: database.db }, 'Ann')
  expect(rows).toEqual({ donations: 1, claims: 1, intents: 1, displacements: 2, events: 1 })
  expect(payments).toMatchObject([{ tx_hash: 'Ann-tx', lamports: 5n }])
})

test('a forgotten name is nowhere, and the others are as they were', async () => {
  const bobBefore = await findDonor({ db: database.db }, 'Bob')
  await forgetDonor({ db: database.db }, 'Ann')
  expect((await findDonor({ db: database.db }, 'Ann')).rows).toEqual({
    donations: 0,
    claims: 0,
    intents: 0,
    displacements: 0,
    events: 0,
  })
  expect(await findDonor({ db: database.db }, 'Bob')).toEqual(bobBefore)
  // Ids and hashes of this test contain the name, too.
  const left = (await everything()).replaceAll(/"(id|tx_hash|intent_id|reference)": ?"Ann(-tx)?"/g, '')
  expect(left).not.toContain('Ann')
})

test('the payment stays, with its amount and its proof', async () => {
  await forgetDonor({ db: database.db }, 'Ann')
  expect(
    await sql(
      `select username, x_account, lamports, verified, proof from donations where tx_hash = 'Ann-tx'`,
    ),
  ).toEqual([{ username: 'Anonymous', x_account: null, lamports: 5n, verified: true, proof: 'reference' }])
})

test('claims forget the address they came from, and are still checked', async () => {
  await sql(
    `insert into payment_checks (tx_hash, npc_id, is_claimed, claimed_from, claimed_from_network)
     values ('a', 1, true, 'hash', 'network'), ('b', 1, true, 'other', 'network')`,
  )
  expect(await countClaimsFrom({ db: database.db }, 'hash')).toBe(1)
  await forgetClaimsFrom({ db: database.db }, 'hash')
  expect(
    await sql(
      'select tx_hash, claimed_from, claimed_from_network, next_check_at is not null as is_open from payment_checks order by 1',
    ),
  ).toEqual([
    { tx_hash: 'a', claimed_from: null, claimed_from_network: null, is_open: true },
    { tx_hash: 'b', claimed_from: 'other', claimed_from_network: 'network', is_open: true },
  ])
})

test('a name that an operator has hidden is found, and forgotten', async () => {
  await sql("update donations set is_name_hidden = true where username = 'Ann'")
  expect((await findDonor({ db: database.db }, 'Ann')).rows.donations).toBe(1)
  await forgetDonor({ db: database.db }, 'Ann')
  expect(await sql("select username, is_name_hidden from donations where tx_hash = 'Ann-tx'")).toEqual([
    { username: 'Anonymous', is_name_hidden: false },
  ])
})
