import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { listNpcs } from './npcs-store.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

test('NPCs are listed by id, the tenth after the ninth', async () => {
  await database.db.query(
    "insert into npcs (name, description) select 'Extra', 'one more' from generate_series(4, 11)",
  )
  const npcs = await listNpcs(database)
  expect(npcs.map((npc) => npc.id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
})

test('an operator’s order comes before the ids, and an NPC without a place in it is last', async () => {
  await database.db.query('update npcs set position = case id when 2 then 1 when 1 then 2 end')
  expect((await listNpcs(database)).slice(0, 4).map((npc) => npc.id)).toEqual(['2', '1', '3', '4'])
  await database.db.query('update npcs set position = null')
})

test('an NPC has the fields of the specification and no others', async () => {
  const [npc] = await listNpcs(database)
  expect(npc).toEqual({
    id: '1',
    name: 'NPC One',
    avatar: null,
    x_account: 'npcstream',
    description: expect.any(String),
    likes: 0,
    dislikes: 0,
    is_live: true,
    is_position_open: false,
  })
})
