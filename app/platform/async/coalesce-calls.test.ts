import { expect, test } from 'vitest'
import { shareNext } from './coalesce-calls.ts'

function counter() {
  const answers: (() => void)[] = []
  let asked = 0
  const ask = shareNext(async () => {
    asked += 1
    const number = asked
    await new Promise<void>((resolve) => answers.push(resolve))
    if (number === 2) throw new Error('the second fails')
    return number
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve))
  return { ask, answers, turn }
}

test('who asks meanwhile shares the next answer, not the one on its way', async () => {
  const { ask, answers, turn } = counter()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(answers).toHaveLength(1)
  answers[0]?.()
  expect(await first).toBe(1)
  await turn()
  expect(answers).toHaveLength(2)
  answers[1]?.()
  await expect(second).rejects.toThrow('second fails')
  await expect(third).rejects.toThrow('second fails')
  const fourth = ask()
  answers[2]?.()
  expect(await fourth).toBe(3)
})
