import { expect, test } from 'vitest'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { createLimitedWarn } from './limited-warn.server.ts'

test('a flood of warnings is ten lines a minute, and the next one says how many were left out', () => {
  let now = 5_000
  const { log, lines } = captureLog()
  const warn = createLimitedWarn({ log, monotonic: { now: () => now } })
  for (let times = 0; times < 1_000; times += 1) warn({ times }, 'refused')
  expect(lines()).toHaveLength(10)
  now += 60_000
  for (let times = 0; times < 2; times += 1) warn({ times }, 'refused')
  expect(lines().slice(10)).toMatchObject([
    { times: 0, leftOut: 990, level: 40, msg: 'refused' },
    { times: 1 },
  ])
  expect(lines()[11]).not.toHaveProperty('leftOut')
})
