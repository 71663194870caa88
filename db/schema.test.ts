import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../app/platform/database/database.server.ts'
import { migrate } from '../app/platform/database/migrate.server.ts'
import {
  emptyDatabase,
  MIGRATIONS,
  silentLog,
  type TestDatabase,
  testDatabase,
} from '../tests/support/database/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

async function sql(text: string, values: unknown[] = []) {
  return (await database.db.query(text, values)).rows
}

async function insertDonation(txHash: string, lamports = '1') {
  const text =
    'insert into donations (npc_id, username, lamports, tx_hash) values (1, $1, $2, $3) returning *'
  return (await sql(text, ['Ann', lamports, txHash]))[0]
}

test('the seed is one live NPC whose position is filled and two open positions, without votes', async () => {
  expect(await sql('select id, is_live, is_position_open, likes, dislikes from npcs order by id')).toEqual([
    { id: 1, is_live: true, is_position_open: false, likes: 0, dislikes: 0 },
    { id: 2, is_live: false, is_position_open: true, likes: 0, dislikes: 0 },
    { id: 3, is_live: false, is_position_open: true, likes: 0, dislikes: 0 },
  ])
})

test('migrating again keeps the edits, additions and deletions of an operator', async () => {
  const own = await testDatabase(inject('databaseServer'))
  await own.db.query("update npcs set name = 'Edited', is_live = false where id = 1")
  await own.db.query('delete from npcs where id = 3')
  await own.db.query("insert into npcs (name, description) values ('Added', 'by hand')")
  expect(await migrate(own.db, MIGRATIONS)).toEqual([])
  const { rows } = await own.db.query('select id, name, is_live from npcs order by id')
  expect(rows).toEqual([
    { id: 1, name: 'Edited', is_live: false },
    { id: 2, name: 'NPC Two', is_live: false },
    { id: 4, name: 'Added', is_live: false },
  ])
  await own.drop()
})

test('six migrations at once on an empty database apply each file once', async () => {
  const empty = await emptyDatabase(inject('databaseServer'))
  const instances = Array.from({ length: 6 }, () => openDatabase(empty.url, silentLog))
  const applied = await Promise.all(instances.map((db) => migrate(db, MIGRATIONS)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const { rows } = await (instances[0]?.query('select count(*)::int as npcs from npcs') ?? { rows: [] })
  expect(rows).toEqual([{ npcs: 3 }])
  await Promise.all(instances.map((db) => db.end()))
  await empty.drop()
})

test('a visitor has one vote per NPC', async () => {
  const insert = "insert into npc_votes (npc_id, user_ip, vote_type) values ($1, 'hash', 'like')"
  await sql(insert, [1])
  await sql(insert, [2])
  await expect(sql(insert, [1])).rejects.toThrow('npc_votes_user_ip_npc_id_key')
})

test('a vote is a like or a dislike, for an NPC that exists', async () => {
  const insert = "insert into npc_votes (npc_id, user_ip, vote_type) values ($1, 'other', $2)"
  await expect(sql(insert, [1, 'love'])).rejects.toThrow('npc_votes_vote_type_check')
  await expect(sql(insert, [99, 'like'])).rejects.toThrow('npc_votes_npc_id_fkey')
})

test('a donation starts unverified and keeps every lamport', async () => {
  const lamports = '9007199254740993'
  expect(await insertDonation('hash-1', lamports)).toMatchObject({
    verified: false,
    lamports: BigInt(lamports),
  })
})

test('a transaction counts once, with more than zero lamports', async () => {
  await insertDonation('hash-2')
  await expect(insertDonation('hash-2')).rejects.toThrow('donations_tx_hash_key')
  await expect(insertDonation('hash-3', '0')).rejects.toThrow('donations_lamports_check')
})

test.each([
  ["select vote_type from npc_votes where npc_id = 1 and user_ip = 'x'", 'npc_votes_user_ip_npc_id_key'],
  ["select npc_id, vote_type from npc_votes where user_ip = 'x'", 'npc_votes_user_ip_npc_id_key'],
  [
    `select id from donations where receiving_account_id = 1 and npc_id = 1 and verified
     order by created_at desc, slot desc, id desc limit 10`,
    'donations_verified',
  ],
  [
    'select sum(lamports) from donations where receiving_account_id = 1 and npc_id = 1 and verified',
    'donations_verified',
  ],
  ["select id from donations where tx_hash = 'x'", 'donations_tx_hash_key'],
])('%s reads by an index', async (query, index) => {
  const client = await database.db.connect()
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(`explain (format json) ${query}`)
  client.release(true)
  expect(JSON.stringify(rows)).toContain(index)
})
