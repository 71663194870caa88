import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/test-database.ts'
import type { VoteType } from './contract.ts'
import { openVoteBox } from './vote-box.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())
afterEach(() => vi.restoreAllMocks())

const VOTES: (VoteType | null)[] = ['like', 'dislike', null]
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

async function countersAndRows() {
  const { rows } = await database.db.query<{ id: number; counted: string; rows: string }>(
    `select id, likes || ' ' || dislikes as counted,
       (select count(*) filter (where vote_type = 'like') || ' ' || count(*) filter (where vote_type = 'dislike')
        from npc_votes where npc_id = npcs.id) as rows
     from npcs order by id`,
  )
  return rows
}

test('3,000 random votes through two boxes: the last vote of each visitor stands, and counters equal rows', async () => {
  const boxes = [openVoteBox({ db: database.db }), openVoteBox({ db: database.db })]
  const stands = new Map<string, VoteType | null>()
  for (let round = 0; round < 3; round += 1) {
    const cast: Promise<unknown>[] = []
    for (let vote = 0; vote < 1_000; vote += 1) {
      const visitor = Math.floor(Math.random() * 150)
      const npcId = any(['1', '2', '3'])
      const type = any(VOTES)
      stands.set(`${npcId} v${visitor}`, type)
      // A visitor is with one instance at a time, so that there is a last vote to speak of.
      cast.push(boxes[visitor % 2]?.cast({ npcId, voter: `v${visitor}`, type }) ?? Promise.reject())
    }
    await Promise.all(cast)
  }
  const { rows } = await database.db.query<{ key: string; vote_type: VoteType }>(
    "select npc_id || ' ' || user_ip as key, vote_type from npc_votes",
  )
  const wanted = [...stands].filter(([, type]) => type !== null)
  expect(new Map(rows.map(({ key, vote_type }) => [key, vote_type]))).toEqual(new Map(wanted))
  for (const npc of await countersAndRows()) expect(npc.counted).toBe(npc.rows)
})

test('votes that come together are written together, and each has its own answer', async () => {
  const query = vi.spyOn(database.db, 'query')
  const box = openVoteBox({ db: database.db })
  const answers = await Promise.all(
    ['1', '2', '999', '1'].map((npcId, place) =>
      box.cast({ npcId, voter: `together-${place}`, type: 'like' }),
    ),
  )
  expect(answers.map((npc) => npc?.id)).toEqual(['1', '2', undefined, '1'])
  expect(query.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name)).toEqual([
    'set-vote',
    'set-votes',
  ])
})

test('a batch that fails is told to everyone in it, and the next one is written', async () => {
  const box = openVoteBox({ db: database.db })
  vi.spyOn(database.db, 'query').mockRejectedValueOnce(new Error('the database is away') as never)
  const lost = box.cast({ npcId: '1', voter: 'unlucky', type: 'like' })
  const next = box.cast({ npcId: '1', voter: 'lucky', type: 'like' })
  await expect(lost).rejects.toThrow('away')
  expect((await next)?.id).toBe('1')
})

test('more than can wait are refused, and nothing else happens to them', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(database.db, 'query').mockImplementation((async () => {
    await held
    return { rows: [] }
  }) as never)
  const box = openVoteBox({ db: database.db })
  const cast = (voter: string) => box.cast({ npcId: '1', voter, type: 'like' })
  const waiting = Array.from({ length: 10_001 }, (_, place) => cast(`patient-${place}`))
  await expect(cast('late')).rejects.toMatchObject({ statusCode: 503 })
  release()
  expect(await Promise.all(waiting)).toHaveLength(10_001)
})
