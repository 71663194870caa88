import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { pruneSubmissions } from './submissions-store.server.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

test('180 days after the last step everything but the accepted is deleted, with its notes', async () => {
  for (const state of ['new', 'talking', 'accepted', 'declined'])
    for (const days of [179, 181])
      await sql(`with added as (
          insert into submissions (kind, state, language, content_hash, changed_at)
          values ('application', '${state}', 'en', '', now() - interval '${days} days') returning id),
        noted as (insert into submission_notes (submission_id, author, text) select id, 'Olga', 'x' from added)
        insert into applications (submission_id, name, reason) select id, '${state} ${days}', 'x' from added`)
  expect(await pruneSubmissions({ db: database.db, limit: 10 })).toBe(3)
  const kept = await sql('select name from applications order by name')
  expect(kept.map(({ name }) => name)).toEqual([
    'accepted 179',
    'accepted 181',
    'declined 179',
    'new 179',
    'talking 179',
  ])
  expect(await sql('select from submission_notes')).toHaveLength(5)
})
