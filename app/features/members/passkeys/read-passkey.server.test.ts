import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { isUncertified } from './read-passkey.server.ts'

function attestation(format: string, statement: [string, Uint8Array | Uint8Array[]][]): string {
  const decoded = new Map<string, unknown>([
    ['fmt', format],
    ['attStmt', new Map(statement)],
  ])
  return Buffer.from(isoCBOR.encode(decoded as never)).toString('base64url')
}

const BYTES = new Uint8Array(8)

test('an authenticator may say nothing of its maker, or sign with the new key itself', () => {
  expect(isUncertified(attestation('none', []))).toBe(true)
  expect(isUncertified(attestation('packed', [['sig', BYTES]]))).toBe(true)
})

test.each(['packed', 'fido-u2f', 'apple', 'tpm', 'android-key', 'android-safetynet'])(
  'a certificate in the format %s is not looked into',
  (format) => {
    expect(isUncertified(attestation(format, [['x5c', [BYTES]]]))).toBe(false)
  },
)

test('formats that come with a certificate are rejected also without one', () => {
  expect(isUncertified(attestation('android-safetynet', [['response', BYTES]]))).toBe(false)
})
