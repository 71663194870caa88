import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'

const DOCUMENT = new URL('../docs/privacy.md', import.meta.url)
/** A name in the first column that stands for a table. */
const TABLE = /`([a-z_]+)`/g

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterAll(() => database.drop())

test('docs/privacy.md says of every table in the database what it is for, and of no other', async () => {
  const { rows } = await database.db.query(
    "select tablename from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations'",
  )
  const columns = await database.db.query(
    'select distinct column_name from information_schema.columns where table_schema = current_schema()',
  )
  const isColumn = new Set(columns.rows.map(({ column_name }) => column_name))
  const text = await readFile(DOCUMENT, 'utf8')
  const firstCells = text
    .split('\n')
    .flatMap((row) => (row.startsWith('| `') ? (row.split('|')[1] ?? '') : []))
  const named = firstCells
    .flatMap((cell) => [...cell.matchAll(TABLE)].map(([, name = '']) => name))
    .filter((name) => !isColumn.has(name) && name !== 'schema_migrations')
  expect([...new Set(named)].toSorted()).toEqual(rows.map(({ tablename }) => tablename).toSorted())
})
