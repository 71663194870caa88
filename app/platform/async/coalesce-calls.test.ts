import { expect, test } from 'vitest'
import { coalesceCalls } from './coalesce-calls.ts'

function counter() {
  const pending: (() => void)[] = []
  let calls = 0
  const call = coalesceCalls(async () => {
    calls += 1
    const number = calls
    await new Promise<void>((resolve) => pending.push(resolve))
    if (number === 2) throw new Error('the second fails')
    return number
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  return { call, pending, turn }
}

test('calls during a run share the next result, not the one in progress', async () => {
  const { call, pending, turn } = counter()
  const first = call()
  const [second, third] = [call(), call()]
  expect(pending).toHaveLength(1)
  pending[0]?.()
  expect(await first).toBe(1)
  await turn()
  expect(pending).toHaveLength(2)
  pending[1]?.()
  await expect(second).rejects.toThrow('second fails')
  await expect(third).rejects.toThrow('second fails')
  const fourth = call()
  pending[2]?.()
  expect(await fourth).toBe(3)
})
