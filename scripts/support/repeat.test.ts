import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

const fail = (reason: string) => () => Promise.reject(new Error(reason))

test('a later failure is reported, and the work goes on', async () => {
  const turns = [async () => {}, fail('full'), async () => {}, fail('over')]
  const reported: unknown[] = []
  await expect(
    repeat(
      async () => turns.shift()?.(),
      1,
      (error) => {
        reported.push(error)
        if (turns.length === 0) throw error
      },
    ),
  ).rejects.toThrow('over')
  expect(reported).toEqual([new Error('full'), new Error('over')])
})

test('the first failure ends it', async () => {
  const reported: unknown[] = []
  await expect(repeat(fail('no folder'), 1, (error) => reported.push(error))).rejects.toThrow('no folder')
  expect(reported).toEqual([])
})
