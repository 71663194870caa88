import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.server.ts'

/** Made by the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 24 -e */
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

test('a password is the one that was hashed, and no other', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await isPassword('correct horse battery', stored)).toBe(true)
  expect(await isPassword('correct horse batterz', stored)).toBe(false)
  expect(await isPassword('', stored)).toBe(false)
})

test('the same password never has the same hash', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
})

test('a hash of the reference implementation, with a cost of its own, is understood', async () => {
  expect(await isPassword('password', REFERENCE)).toBe(true)
  expect(await isPassword('passwore', REFERENCE)).toBe(false)
})

test('a letter is the same however the keyboard composes it', async () => {
  const stored = await hashPassword('na\u00efve passwords')
  expect(await isPassword('nai\u0308ve passwords', stored)).toBe(true)
})

test.each([undefined, '', 'plain', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXP'])(
  'against %j every password is wrong',
  async (stored) => {
    expect(await isPassword('password', stored)).toBe(false)
  },
)
