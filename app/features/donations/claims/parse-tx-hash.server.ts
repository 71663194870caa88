import { isSignature } from '../../../platform/is-signature.server.ts'

/** The signature itself, or the one in an explorer's link; undefined when there is none. */
export function parseTxHash(text: string): string | undefined {
  const trimmed = text.trim()
  const candidates = /^https?:\/\//i.test(trimmed) ? trimmed.split(/[/?#&=]/) : [trimmed]
  return candidates.find(isSignature)
}
