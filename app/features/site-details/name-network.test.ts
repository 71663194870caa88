import { expect, test } from 'vitest'
import { site } from '../../site.ts'
import { nameNetwork } from './name-network.ts'

test('the default address gives the default name and handle', () => {
  expect(nameNetwork(site.social.url)).toEqual(site.social)
})

test.each([
  ['https://www.youtube.com/@npcs', 'YouTube', undefined],
  ['https://twitter.com/npcs/', 'X', '@npcs'],
  ['https://x.com/npcs/status/1', 'X', undefined],
  ['https://x.com', 'X', undefined],
  ['https://chat.example.org/npcs', 'chat.example.org', undefined],
  ['https://notx.com/npcs', 'notx.com', undefined],
  ['https://m.facebook.com/npcs', 'Facebook', undefined],
])('%s is on %s, with the handle %s', (url, name, handle) => {
  const social = nameNetwork(url)
  expect([social.name, social.handle, social.url]).toEqual([name, handle, url])
})
