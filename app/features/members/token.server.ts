import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 24

/** For one-time links and sessions. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** 24 random bytes cannot be guessed: a fast hash protects them as well as a slow one. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
