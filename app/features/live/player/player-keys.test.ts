import { expect, test, vi } from 'vitest'
import { pressKey } from './player-keys.ts'

const stage = new EventTarget()
const control = new EventTarget()

function press(key: string, more: Partial<KeyboardEvent> = {}) {
  const act = { togglePlaying: vi.fn(), toggleMuted: vi.fn(), toggleFullscreen: vi.fn(async () => {}) }
  const preventDefault = vi.fn()
  pressKey(act, {
    key,
    target: stage,
    currentTarget: stage,
    preventDefault,
    ...more,
  } as unknown as KeyboardEvent)
  const acted = Object.entries(act).filter(([, call]) => call.mock.calls.length > 0)
  return { acted: acted.map(([name]) => name), isPrevented: preventDefault.mock.calls.length > 0 }
}

test.each([
  ['k', 'togglePlaying'],
  ['m', 'toggleMuted'],
  ['M', 'toggleMuted'],
  ['f', 'toggleFullscreen'],
])('the key %s does %s, on the player and on its controls', (key, action) => {
  expect(press(key)).toEqual({ acted: [action], isPrevented: false })
  expect(press(key, { target: control })).toEqual({ acted: [action], isPrevented: false })
})

test('the space bar pauses without scrolling; on a control it is the control’s', () => {
  expect(press(' ')).toEqual({ acted: ['togglePlaying'], isPrevented: true })
  expect(press(' ', { target: control })).toEqual({ acted: [], isPrevented: false })
})

test.each(['ctrlKey', 'metaKey', 'altKey'])('with %s a key belongs to the browser', (modifier) => {
  for (const key of ['k', 'm', 'f', ' ']) expect(press(key, { [modifier]: true }).acted).toEqual([])
})
