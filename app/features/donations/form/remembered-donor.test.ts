import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recallDonor, rememberDonor } from './remembered-donor.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

test('the last donor is recalled', () => {
  rememberDonor({ username: 'Ann', x_account: 'ann' })
  rememberDonor({ username: 'Ben', x_account: null })
  expect(recallDonor()).toEqual({ username: 'Ben', xAccount: '' })
})

test.each([
  null,
  'no JSON',
  '[]',
  '"Ann"',
  '{"username":1,"xAccount":""}',
  '{"username":"Ann"}',
  JSON.stringify({ username: 'a'.repeat(1_000), xAccount: '' }),
])('nobody is recalled from %s', (text) => {
  if (text !== null) stored.set('npc_donor', text)
  expect(recallDonor()).toBeUndefined()
})

test('blocked storage remembers nobody, and breaks nothing', () => {
  const blocked = () => {
    throw new Error('blocked')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
  rememberDonor({ username: 'Ann', x_account: null })
  expect(recallDonor()).toBeUndefined()
})
