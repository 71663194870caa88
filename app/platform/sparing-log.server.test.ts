import { expect, test } from 'vitest'
import { keepLog } from '../../tests/support/log-lines.ts'
import { createSparingWarn } from './sparing-log.server.ts'

test('a flood of warnings is ten lines a minute, and the next one says how many were left out', () => {
  let now = 5_000
  const { log, lines } = keepLog()
  const warn = createSparingWarn({ log, monotonic: { now: () => now } })
  for (let times = 0; times < 1_000; times += 1) warn({ times }, 'refused')
  expect(lines).toHaveLength(10)
  now += 60_000
  for (let times = 0; times < 2; times += 1) warn({ times }, 'refused')
  expect(lines.slice(10)).toMatchObject([{ times: 0, leftOut: 990, level: 40, msg: 'refused' }, { times: 1 }])
  expect(lines[11]).not.toHaveProperty('leftOut')
})
