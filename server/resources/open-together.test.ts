import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTogether } from './open-together.ts'

test('closes in reverse order, one after another, and once', async () => {
  const closed: string[] = []
  const { close } = await openTogether(async (keep) => {
    keep({ close: () => closed.push('first') })
    keep({
      async close() {
        await turn()
        closed.push('second')
      },
    })
    return {}
  })
  await close()
  await close()
  expect(closed).toEqual(['second', 'first'])
})
