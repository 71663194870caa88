import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.server.ts'

test.each([
  ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://desk.localhost:4000', { id: 'desk.localhost', origin: 'http://desk.localhost:4000' }],
  ['https://desk.example.com', { id: 'desk.example.com', origin: 'https://desk.example.com' }],
  ['https://desk.example.com:8443', { id: 'desk.example.com', origin: 'https://desk.example.com:8443' }],
])('passkeys of %s belong to its host name, and are used from its origin alone', (url, party) => {
  expect(relyingPartyOf(url)).toEqual(party)
})

test.each([
  'http://127.0.0.1:4000',
  'https://127.0.0.1:4000',
  'https://[::1]:4000',
  'http://desk.example.com',
])('browsers have no passkeys for %s', (url) => {
  expect(relyingPartyOf(url)).toBeUndefined()
})
