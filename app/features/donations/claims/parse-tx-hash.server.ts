import { isSignature } from '../../../platform/is-signature.server.ts'
import { findTxHash } from './find-tx-hash.ts'

/** The transaction hash in a pasted text, if it decodes to a signature. */
export function parseTxHash(text: string): string | undefined {
  const txHash = findTxHash(text)
  return txHash !== undefined && isSignature(txHash) ? txHash : undefined
}
