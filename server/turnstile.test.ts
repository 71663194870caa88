import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('so many are started at once, the others in the turns after it, in order and none twice', async () => {
  const takeTurn = createTurnstile(3)
  const started: number[] = []
  for (let number = 0; number < 8; number += 1) takeTurn(() => started.push(number))
  expect(started).toEqual([0, 1, 2])
  await nextTurn()
  expect(started).toEqual([0, 1, 2, 3, 4, 5])
  takeTurn(() => started.push(8))
  await nextTurn()
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  await nextTurn()
  await nextTurn()
  takeTurn(() => started.push(9))
  expect(started.at(-1)).toBe(9)
})

test('one that asks for more while it is started waits like the others', async () => {
  const takeTurn = createTurnstile(1)
  const started: string[] = []
  takeTurn(() => {
    started.push('first')
    takeTurn(() => started.push('its own'))
  })
  expect(started).toEqual(['first'])
  await nextTurn()
  expect(started).toEqual(['first', 'its own'])
})
