import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import type { VoteType } from './contract.ts'
import { createVoteBatcher } from './vote-batcher.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())
afterEach(() => vi.restoreAllMocks())

async function countersAndRows() {
  const { rows } = await database.db.query<{ id: number; counted: string; rows: string }>(
    `select id, likes || ' ' || dislikes as counted,
       (select count(*) filter (where vote_type = 'like') || ' ' || count(*) filter (where vote_type = 'dislike')
        from npc_votes where npc_id = npcs.id) as rows
     from npcs order by id`,
  )
  return rows
}

const randomVote = fc.record({
  visitor: fc.nat({ max: 149 }),
  npcId: fc.constantFrom('1', '2', '3'),
  type: fc.constantFrom<VoteType | null>('like', 'dislike', null),
})

/** In three rounds, each cast all at once. */
async function castAll(votes: { visitor: number; npcId: string; type: VoteType | null }[]) {
  const batchers = [createVoteBatcher({ db: database.db }), createVoteBatcher({ db: database.db })]
  const perRound = Math.ceil(votes.length / 3)
  for (let at = 0; at < votes.length; at += perRound) {
    const round = votes.slice(at, at + perRound)
    // Each visitor stays with one instance, so that the order of their votes is defined.
    await Promise.all(
      round.map(({ visitor, npcId, type }) =>
        batchers[visitor % 2]?.cast({ npcId, voter: `v${visitor}`, type }),
      ),
    )
  }
}

test('thousands of random votes through two batchers: the last vote of each visitor stands, and counters equal rows', async () => {
  const property = fc.asyncProperty(
    fc.array(randomVote, { minLength: 1_000, maxLength: 2_000, size: 'max' }),
    async (votes) => {
      await database.db.query('truncate npc_votes; update npcs set likes = 0, dislikes = 0')
      await castAll(votes)
      const { rows } = await database.db.query<{ key: string; vote_type: VoteType }>(
        "select npc_id || ' ' || user_ip as key, vote_type from npc_votes",
      )
      const stands = new Map(votes.map(({ visitor, npcId, type }) => [`${npcId} v${visitor}`, type]))
      const wanted = [...stands].filter(([, type]) => type !== null)
      expect(new Map(rows.map(({ key, vote_type }) => [key, vote_type]))).toEqual(new Map(wanted))
      for (const npc of await countersAndRows()) expect(npc.counted).toBe(npc.rows)
    },
  )
  await fc.assert(property, { numRuns: 3, endOnFailure: true })
})

test('a vote that waited for more than five seconds is rejected, and does not overwrite a newer one', async () => {
  let now = 0
  const batcher = createVoteBatcher({ db: database.db, clock: { now: () => now } })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const query = database.db.query.bind(database.db) as (...given: unknown[]) => Promise<unknown>
  vi.spyOn(database.db, 'query').mockImplementationOnce((async (...given: unknown[]) => {
    await held
    return query(...given)
  }) as never)
  const first = batcher.cast({ npcId: '1', voter: 'first', type: 'like' })
  const late = batcher.cast({ npcId: '1', voter: 'late', type: 'like' })
  now = 2
  const inTime = batcher.cast({ npcId: '1', voter: 'in-time', type: 'like' })
  now = 5_001
  release()
  await expect(late).rejects.toMatchObject({ statusCode: 503 })
  expect([(await first)?.id, (await inTime)?.id]).toEqual(['1', '1'])
  const { rows } = await database.db.query(
    "select user_ip from npc_votes where user_ip in ('first', 'late', 'in-time') order by user_ip",
  )
  expect(rows).toEqual([{ user_ip: 'first' }, { user_ip: 'in-time' }])
})

test('votes that arrive during a write are written together, and each gets its own answer', async () => {
  const query = vi.spyOn(database.db, 'query')
  const batcher = createVoteBatcher({ db: database.db })
  const answers = await Promise.all(
    ['1', '2', '999', '1'].map((npcId, place) =>
      batcher.cast({ npcId, voter: `together-${place}`, type: 'like' }),
    ),
  )
  expect(answers.map((npc) => npc?.id)).toEqual(['1', '2', undefined, '1'])
  expect(query.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name)).toEqual([
    'set-vote',
    'set-votes',
  ])
})

test('a failing batch rejects each of its votes, and the next one is written', async () => {
  const batcher = createVoteBatcher({ db: database.db })
  vi.spyOn(database.db, 'query').mockRejectedValueOnce(new Error('the database is away') as never)
  const lost = batcher.cast({ npcId: '1', voter: 'unlucky', type: 'like' })
  const next = batcher.cast({ npcId: '1', voter: 'lucky', type: 'like' })
  await expect(lost).rejects.toThrow('away')
  expect((await next)?.id).toBe('1')
})

test('votes above the limit on waiting votes are rejected, and the waiting ones are written', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.spyOn(database.db, 'query').mockImplementation((async () => {
    await held
    return { rows: [] }
  }) as never)
  const batcher = createVoteBatcher({ db: database.db })
  const cast = (voter: string) => batcher.cast({ npcId: '1', voter, type: 'like' })
  const waiting = Array.from({ length: 10_001 }, (_, place) => cast(`patient-${place}`))
  await expect(cast('late')).rejects.toMatchObject({ statusCode: 503 })
  release()
  expect(await Promise.all(waiting)).toHaveLength(10_001)
})
