import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitPerTurn } from './limit-per-turn.ts'

test('callbacks over the limit start in the following turns, in order and none twice', async () => {
  const enqueue = limitPerTurn(3)
  const started: number[] = []
  for (let number = 0; number < 8; number += 1) enqueue(() => started.push(number))
  expect(started).toEqual([0, 1, 2])
  await nextTurn()
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  enqueue(() => started.push(8))
  await nextTurn()
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  await nextTurn()
  await nextTurn()
  enqueue(() => started.push(9))
  expect(started.at(-1)).toBe(9)
})

test('a callback that a running callback enqueues waits for its turn', async () => {
  const enqueue = limitPerTurn(1)
  const started: string[] = []
  enqueue(() => {
    started.push('first')
    enqueue(() => started.push('its own'))
  })
  expect(started).toEqual(['first'])
  await nextTurn()
  expect(started).toEqual(['first', 'its own'])
})
