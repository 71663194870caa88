import { expect, test } from 'vitest'
import { createStallDetector } from './stall-detector.ts'

const ACCEPTED = { isAccepted: true, sentBytes: 100 }

test('a connection without an accepted key stalls after eight seconds', () => {
  const stalls = createStallDetector()
  stalls.reset(1_000)
  const progress = { isAccepted: false, sentBytes: 0, waitingBytes: 0 }
  expect(stalls.isStalled(progress, 9_000)).toBe(false)
  expect(stalls.isStalled(progress, 9_001)).toBe(true)
})

test('bytes that leave, however slowly, keep a connection alive', () => {
  const stalls = createStallDetector()
  for (let waitingBytes = 100; waitingBytes > 50; waitingBytes -= 1)
    expect(stalls.isStalled({ ...ACCEPTED, waitingBytes }, (100 - waitingBytes) * 8_000)).toBe(false)
})

test('bytes that wait and never leave stall a connection; nothing to send does not', () => {
  const stalls = createStallDetector()
  expect(stalls.isStalled({ ...ACCEPTED, waitingBytes: 0 }, 60_000)).toBe(false)
  expect(stalls.isStalled({ ...ACCEPTED, waitingBytes: 0 }, 120_000)).toBe(false)
  const blocked = { isAccepted: true, sentBytes: 200, waitingBytes: 100 }
  expect(stalls.isStalled(blocked, 128_000)).toBe(false)
  expect(stalls.isStalled(blocked, 128_001)).toBe(true)
})

test('a reset starts the eight seconds again', () => {
  const stalls = createStallDetector()
  const blocked = { ...ACCEPTED, waitingBytes: 100 }
  stalls.isStalled(blocked, 0)
  stalls.reset(5_000)
  expect(stalls.isStalled(blocked, 13_000)).toBe(false)
  expect(stalls.isStalled(blocked, 13_001)).toBe(true)
})
