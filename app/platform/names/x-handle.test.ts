import { expect, test } from 'vitest'
import { isHandle, readHandle } from './x-handle.ts'

test.each([
  ['ann', 'ann'],
  [' @ann ', 'ann'],
  ['@@ann_1', 'ann_1'],
  ['＠ann', 'ann'],
  ['https://x.com/ann', 'ann'],
  ['https://www.twitter.com/ann?s=20', 'ann'],
  ['x.com/ann/', 'ann'],
  ['http://mobile.twitter.com/Ann/status/1', 'Ann'],
  ['', ''],
  [' @ ', ''],
])('%j is read as the handle %j', (typed, handle) => {
  expect(readHandle(typed)).toBe(handle)
  expect(handle === '' || isHandle(handle)).toBe(true)
})

test.each(['a'.repeat(16), 'ann lee', 'änn', 'ann!', 'https://evil.example/ann', 'xxcom/ann', 'a\u2066b'])(
  '%j holds no handle',
  (typed) => {
    expect(isHandle(readHandle(typed))).toBe(false)
  },
)
