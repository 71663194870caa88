import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import type { VoteType } from './contract.ts'
import { findVotes, setVote, setVotes, type Vote } from './votes-store.server.ts'

const VOTERS = ['a', 'b', 'c', 'd', 'e']

let oneByOne: TestDatabase
let batched: TestDatabase

beforeAll(async () => {
  oneByOne = await testDatabase(inject('databaseServer'))
  batched = await testDatabase(inject('databaseServer'))
})

afterAll(async () => {
  await oneByOne.drop()
  await batched.drop()
})

const vote: fc.Arbitrary<Vote> = fc.record({
  npcId: fc.constantFrom('1', '2', '3', '999'),
  voter: fc.constantFrom(...VOTERS),
  type: fc.constantFrom<VoteType | null>('like', 'dislike', null),
})
/** A batch has at most one vote per visitor and NPC. */
const batch = fc.uniqueArray(vote, { selector: ({ npcId, voter }) => `${npcId} ${voter}`, maxLength: 12 })

const votesOf = (database: TestDatabase) => Promise.all(VOTERS.map((voter) => findVotes(database, voter)))

test('set_vote and set_votes agree on every sequence of batches', async () => {
  const property = fc.asyncProperty(fc.array(batch, { maxLength: 4 }), async (batches) => {
    for (const { db } of [oneByOne, batched])
      await db.query('truncate npc_votes; update npcs set likes = 0, dislikes = 0')
    for (const votes of batches) {
      const last = new Map<string, unknown>()
      for (const one of votes) for (const npc of await setVote(oneByOne, one)) last.set(npc.id, npc)
      const npcs = await setVotes(batched, votes)
      expect(new Map(npcs.map((npc) => [npc.id, npc]))).toEqual(last)
      expect(await votesOf(batched)).toEqual(await votesOf(oneByOne))
    }
  })
  await fc.assert(property, { numRuns: 40 })
})
