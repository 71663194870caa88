import {
  address,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getUtf8Encoder,
  isAddress,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { claimText, type SolanaNetwork } from '../contract.ts'
import type { NewDonation } from '../donation-requests.server.ts'

type SignedClaim = { claim: NewDonation; domain: string; network: SolanaNetwork; nowMs: number }

/** Visitors' clocks may be off by minutes, or by a time zone. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** True when the wallet signed exactly this claim, for this site, within a day. */
export async function isClaimSigned({ claim, domain, network, nowMs }: SignedClaim): Promise<boolean> {
  const { wallet, tx_hash: txHash, username, x_account: xAccount } = claim
  try {
    if (!wallet || !isAddress(wallet.address)) return false
    if (!(Math.abs(nowMs - Date.parse(wallet.issued_at)) <= MAX_AGE_MS)) return false
    const text = claimText({ domain, network, txHash, username, xAccount, issuedAt: wallet.issued_at })
    const key = await getPublicKeyFromAddress(address(wallet.address))
    const signed = signatureBytes(getBase64Encoder().encode(wallet.signature))
    return await verifySignature(key, signed, getUtf8Encoder().encode(text))
  } catch {
    return false
  }
}
