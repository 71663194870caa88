import {
  address,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getUtf8Encoder,
  isAddress,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { claimSentence } from './contract.ts'

type SignedClaim = { txHash: string; username: string; wallet: { address: string; signature: string } }

/** True when that wallet signed the sentence that claims this payment under this name. */
export async function isClaimSigned({ txHash, username, wallet }: SignedClaim): Promise<boolean> {
  try {
    if (!isAddress(wallet.address)) return false
    const key = await getPublicKeyFromAddress(address(wallet.address))
    const signed = signatureBytes(getBase64Encoder().encode(wallet.signature))
    return await verifySignature(key, signed, getUtf8Encoder().encode(claimSentence(txHash, username)))
  } catch {
    return false
  }
}
