import { expect, test } from 'vitest'
import { ONLINE_WINDOW_MS } from './contract.ts'
import { createPresence } from './presence.server.ts'

test('a session counts once, for five minutes after it was last seen', () => {
  let now = 0
  const presence = createPresence({ now: () => now })
  expect(presence.see('session-a')).toBe(1)
  expect(presence.see('session-a')).toBe(1)
  now += ONLINE_WINDOW_MS - 1
  expect(presence.see('session-b')).toBe(2)
  expect(presence.see('session-a')).toBe(2)
  now += ONLINE_WINDOW_MS
  expect(presence.see('session-c')).toBe(3)
  now += 1
  expect(presence.see('session-c')).toBe(1)
})
