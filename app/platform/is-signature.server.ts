import { isSignature as isBase58Signature, type Signature } from '@solana/kit'

/** The check of @solana/kit throws on characters that are not base58; `isAddress` does not. */
export function isSignature(text: string): text is Signature {
  try {
    return isBase58Signature(text)
  } catch {
    return false
  }
}
