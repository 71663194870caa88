import { expect, test } from 'vitest'
import { encodeCsv } from './encode-csv.server.ts'

test.each([
  ['Ann', 'Ann'],
  ['a, "b"\nc', '"a, ""b""\nc"'],
  ['-5.25', '-5.25'],
  ['=1+1', "'=1+1"],
  ['@ann', "'@ann"],
  ['-ann', "'-ann"],
  ['+1,2', '"\'+1,2"'],
  ['\t=1', "'\t=1"],
  [null, ''],
])('the cell %j is written as %j', (cell, written) => {
  expect(encodeCsv(['name'], [[cell]])).toBe(`\ufeffname\r\n${written}\r\n`)
})
