import { expect, test } from 'vitest'
import { adaptBitrate, type Bitrate } from './control-bitrate.ts'

const MAX = 2_000_000
const SECOND_BYTES = MAX / 8

function startAdapting() {
  let bitrate: Bitrate = { bitsPerSecond: MAX, isSkipping: false, changedAtMs: 0 }
  return (waitingBytes: number, nowMs: number) => {
    bitrate = adaptBitrate(bitrate, waitingBytes, MAX, nowMs)
    const { bitsPerSecond, isSkipping } = bitrate
    return { bitsPerSecond, isSkipping }
  }
}

test('a slow connection halves the bitrate and skips frames until it has caught up', () => {
  const adapt = startAdapting()
  expect(adapt(0, 0)).toEqual({ bitsPerSecond: MAX, isSkipping: false })
  expect(adapt(SECOND_BYTES, 500)).toEqual({ bitsPerSecond: MAX, isSkipping: false })
  expect(adapt(SECOND_BYTES + 1, 1_000)).toEqual({ bitsPerSecond: MAX / 2, isSkipping: true })
  expect(adapt(SECOND_BYTES / 2, 1_500)).toEqual({ bitsPerSecond: MAX / 2, isSkipping: true })
  expect(adapt(SECOND_BYTES / 20, 2_000)).toEqual({ bitsPerSecond: MAX / 2, isSkipping: false })
})

test('the bitrate never falls below the minimum', () => {
  const adapt = startAdapting()
  for (let times = 0; times < 10; times += 1) {
    adapt(MAX, times)
    adapt(0, times)
  }
  expect(adapt(0, 11).bitsPerSecond).toBe(300_000)
})

test('the bitrate recovers in steps, each after a calm period', () => {
  const adapt = startAdapting()
  for (let times = 0; times < 2; times += 1) {
    adapt(MAX, times)
    adapt(0, times)
  }
  expect(adapt(0, 20_001).bitsPerSecond).toBe(MAX / 4)
  expect(adapt(0, 20_002).bitsPerSecond).toBe(MAX / 2)
  expect(adapt(0, 30_000).bitsPerSecond).toBe(MAX / 2)
  expect(adapt(0, 40_003).bitsPerSecond).toBe(MAX)
  expect(adapt(0, 90_000).bitsPerSecond).toBe(MAX)
})
