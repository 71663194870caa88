import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { forgetVoter } from './forget-voter.server.ts'
import { findVotes, setVotes } from './votes-store.server.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterEach(() => database.drop())

test('the votes of a forgotten visitor are gone and no longer count; those of others stay', async () => {
  const { db } = database
  await setVotes({ db }, [
    { npcId: '1', voter: 'ann', type: 'like' },
    { npcId: '2', voter: 'ann', type: 'dislike' },
    { npcId: '1', voter: 'bob', type: 'like' },
  ])
  expect(await forgetVoter({ db }, 'ann')).toBe(2)
  expect(await findVotes({ db }, 'ann')).toEqual({})
  expect(await findVotes({ db }, 'bob')).toEqual({ 1: 'like' })
  const { rows } = await db.query('select likes, dislikes from npcs order by id limit 2')
  expect(rows).toEqual([
    { likes: 1, dislikes: 0 },
    { likes: 0, dislikes: 0 },
  ])
  expect(await forgetVoter({ db }, 'ann')).toBe(0)
})
