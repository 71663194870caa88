import { isIP } from 'node:net'

/** As browsers name the site that a passkey belongs to. */
export type RelyingParty = { id: string; origin: string }

/** Browsers have passkeys only for host names, over TLS or on the machine itself. Undefined elsewhere. */
export function relyingPartyOf(deskUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(deskUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}
