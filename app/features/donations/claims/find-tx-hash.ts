/** 64 bytes take 64 to 88 base58 characters. Only the server decodes them: the browser has no Solana library. */
const SIGNATURE_TEXT = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/

/** Finds the transaction hash in a pasted text: the text itself, or a part of an explorer link. */
export function findTxHash(text: string): string | undefined {
  const trimmed = text.trim()
  const candidates = /^https?:\/\//i.test(trimmed) ? trimmed.split(/[/?#&=]/) : [trimmed]
  return candidates.find((candidate) => SIGNATURE_TEXT.test(candidate))
}
