import { expect, test, vi } from 'vitest'
import { shareLink } from './share-link.ts'

const LINK = { title: 'NPC One', url: 'https://npc.example/npc1' }
const fail = (name: string) => ({ share: () => Promise.reject(new DOMException('no', name)) })

test('the system shares the link where it can', async () => {
  const share = vi.fn(async () => {})
  const copy = vi.fn(async () => true)
  expect(await shareLink(LINK, { share }, copy)).toBe('shared')
  expect(share).toHaveBeenCalledWith(LINK)
  expect(copy).not.toHaveBeenCalled()
})

test('a share sheet that the visitor closes copies nothing', async () => {
  const copy = vi.fn(async () => true)
  expect(await shareLink(LINK, fail('AbortError'), copy)).toBe('cancelled')
  expect(copy).not.toHaveBeenCalled()
})

test.each([
  ['there is no share sheet', {}],
  ['the share sheet is blocked', fail('NotAllowedError')],
])('if %s, the address is copied', async (_why, sharing) => {
  const copy = vi.fn(async () => true)
  expect(await shareLink(LINK, sharing, copy)).toBe('copied')
  expect(copy).toHaveBeenCalledWith(LINK.url)
})

test('a browser that neither shares nor copies says so', async () => {
  expect(await shareLink(LINK, {}, async () => false)).toBe('failed')
})
