import { expect, test } from 'vitest'
import { encodeCsv, streamCsv } from './encode-csv.server.ts'

test.each([
  ['Ann', 'Ann'],
  ['a, "b"\nc', '"a, ""b""\nc"'],
  ['-5.25', '-5.25'],
  ['=1+1', "'=1+1"],
  ['@ann', "'@ann"],
  ['-ann', "'-ann"],
  ['+1,2', '"\'+1,2"'],
  ['\t=1', "'\t=1"],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['a;=1+1;', "a;'=1+1;"],
  ['a; "@b', '"a; ""\'@b"'],
  [';=1', ";'=1"],
  ['a;b', 'a;b'],
  [null, ''],
])('the cell %j is written as %j', (cell, written) => {
  expect(encodeCsv(['name'], [[cell]])).toBe(`\ufeffname\r\n${written}\r\n`)
})

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('batches make the same text as one table', async () => {
  const rows = [['1'], ['=2'], [null]]
  async function* batches() {
    yield rows.slice(0, 2)
    yield rows.slice(2)
  }
  const pieces = await collect(streamCsv(['name'], batches()))
  expect(pieces).toHaveLength(2)
  expect(pieces.join('')).toBe(encodeCsv(['name'], rows))
})

test('a table without rows has its columns', async () => {
  async function* none(): AsyncGenerator<string[][]> {}
  expect(await collect(streamCsv(['name'], none()))).toEqual(['\ufeffname\r\n'])
})
