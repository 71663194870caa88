import { randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'

export function randomSignature(): string {
  return getBase58Decoder().decode(randomBytes(64))
}

export function randomAddress(): string {
  return getBase58Decoder().decode(randomBytes(32))
}
