import { expect, test } from 'vitest'
import { fitToLine } from './adapt-bitrate.ts'

const MOST = 2_000_000
const SECOND_BYTES = MOST / 8

test('a thin line halves the picture and leaves frames out until it has caught up', () => {
  const look = fitToLine(MOST)
  expect(look(0, 0)).toEqual({ bitsPerSecond: MOST, isSkipping: false })
  expect(look(SECOND_BYTES, 500)).toEqual({ bitsPerSecond: MOST, isSkipping: false })
  expect(look(SECOND_BYTES + 1, 1_000)).toEqual({ bitsPerSecond: MOST / 2, isSkipping: true })
  expect(look(SECOND_BYTES / 2, 1_500)).toEqual({ bitsPerSecond: MOST / 2, isSkipping: true })
  expect(look(SECOND_BYTES / 20, 2_000)).toEqual({ bitsPerSecond: MOST / 2, isSkipping: false })
})

test('it never becomes less than can be seen', () => {
  const look = fitToLine(MOST)
  for (let times = 0; times < 10; times += 1) {
    look(MOST, times)
    look(0, times)
  }
  expect(look(0, 11).bitsPerSecond).toBe(300_000)
})

test('what was taken comes back in steps, each after a calm while', () => {
  const look = fitToLine(MOST)
  for (let times = 0; times < 2; times += 1) {
    look(MOST, times)
    look(0, times)
  }
  expect(look(0, 20_001).bitsPerSecond).toBe(MOST / 4)
  expect(look(0, 20_002).bitsPerSecond).toBe(MOST / 2)
  expect(look(0, 30_000).bitsPerSecond).toBe(MOST / 2)
  expect(look(0, 40_003).bitsPerSecond).toBe(MOST)
  expect(look(0, 90_000).bitsPerSecond).toBe(MOST)
})
