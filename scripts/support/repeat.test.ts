import { expect, test } from 'vitest'
import { repeat } from './repeat.ts'

const fail = (reason: string) => () => Promise.reject(new Error(reason))

test('a later failure is reported, and the work goes on until it is aborted', async () => {
  const stopping = new AbortController()
  const turns = [async () => {}, fail('full'), async () => stopping.abort()]
  const reported: unknown[] = []
  await expect(
    repeat(
      async () => turns.shift()?.(),
      1,
      stopping.signal,
      (error) => reported.push(error),
    ),
  ).rejects.toThrow('aborted')
  expect(reported).toEqual([new Error('full')])
  expect(turns).toEqual([])
})

test('what fails because it is aborted is not reported', async () => {
  const stopping = new AbortController()
  const turns = [async () => {}, async () => stopping.abort(), fail('cut off')]
  const reported: unknown[] = []
  const work = async () => {
    await turns.shift()?.()
    if (stopping.signal.aborted) await turns.shift()?.()
  }
  await expect(repeat(work, 1, stopping.signal, (error) => reported.push(error))).rejects.toThrow('aborted')
  expect(reported).toEqual([])
})

test('the first failure ends it', async () => {
  const reported: unknown[] = []
  const { signal } = new AbortController()
  await expect(repeat(fail('no folder'), 1, signal, (error) => reported.push(error))).rejects.toThrow(
    'no folder',
  )
  expect(reported).toEqual([])
})
