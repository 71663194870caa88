import { decodeBase58 } from '../../../platform/base58.server.ts'

const SIGNATURE_BYTES = 64

/** The signature itself, or the one in an explorer's link; undefined when there is none. */
export function parseTxHash(text: string): string | undefined {
  const trimmed = text.trim()
  const candidates = /^https?:\/\//i.test(trimmed) ? trimmed.split(/[/?#&=]/) : [trimmed]
  return candidates.find((candidate) => decodeBase58(candidate)?.length === SIGNATURE_BYTES)
}
