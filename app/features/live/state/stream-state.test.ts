import { expect, test } from 'vitest'
import { nextStatus, type StreamEvent, type StreamStatus } from './stream-state.ts'

const NOW = 100_000

function after(state: StreamStatus['state'], event: StreamEvent, ms = 0) {
  return nextStatus({ state, seenAt: NOW }, event, NOW + ms)
}

test.each([
  ['offline', 'part', 0, 'live'],
  ['reconnecting', 'part', 0, 'live'],
  ['live', 'publisher left', 0, 'reconnecting'],
  ['live', 'time passed', 3_001, 'reconnecting'],
  ['reconnecting', 'time passed', 20_001, 'offline'],
] as const)('%s: after "%s" and %i ms the stream is %4$s', (state, event, ms, next) => {
  expect(after(state, event, ms)).toEqual({ state: next, seenAt: NOW + ms })
})

test.each([
  ['live', 'time passed', 3_000],
  ['reconnecting', 'time passed', 20_000],
  ['offline', 'time passed', 1e9],
  ['reconnecting', 'leftover part', 100],
  ['offline', 'leftover part', 100],
  ['reconnecting', 'publisher left', 100],
  ['offline', 'publisher left', 100],
] as const)('%s: "%s" after %i ms changes nothing', (state, event, ms) => {
  expect(after(state, event, ms)).toEqual({ state, seenAt: NOW })
})

test.each(['part', 'leftover part'] as const)('a %s keeps a live stream live', (event) => {
  expect(after('live', event, 3_000)).toEqual({ state: 'live', seenAt: NOW + 3_000 })
})
