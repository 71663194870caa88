import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClosers } from './closers.ts'

test('closes in reverse order, one after another, and once', async () => {
  const closers = createClosers()
  const closed: string[] = []
  closers.push(() => closed.push('first'))
  closers.push(async () => {
    await turn()
    closed.push('second')
  })
  await closers.closeAll()
  await closers.closeAll()
  expect(closed).toEqual(['second', 'first'])
})
