import { expect, test } from 'vitest'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { createLimitedWarn, createLogLimiter } from './log-limiter.server.ts'

test('a flood of warnings is ten lines per minute, and the next one says how many were left out', () => {
  let now = 5_000
  const { log, lines } = captureLog()
  const warn = createLimitedWarn({ log, monotonic: { now: () => now } })
  for (let times = 0; times < 1_000; times += 1) warn({ times }, 'rejected')
  expect(lines()).toHaveLength(10)
  now += 60_000
  for (let times = 0; times < 2; times += 1) warn({ times }, 'rejected')
  expect(lines().slice(10)).toMatchObject([
    { times: 0, leftOut: 990, level: 40, msg: 'rejected' },
    { times: 1 },
  ])
  expect(lines()[11]).not.toHaveProperty('leftOut')
})

test('each cause is logged once per interval, also after the clock was set back', () => {
  let now = 1_000_000
  const written: string[] = []
  const limit = createLogLimiter({ clock: { now: () => now } }, { everyMs: 1_000 })
  const write = (cause: string) => limit(cause, (leftOut) => written.push(`${cause} ${leftOut}`))
  for (const cause of ['a', 'a', 'a', 'b']) write(cause)
  now += 999
  write('a')
  expect(written).toEqual(['a 0', 'b 0'])
  now += 1
  write('a')
  now = 0
  write('a')
  expect(written).toEqual(['a 0', 'b 0', 'a 3', 'a 0'])
})
