import { type Finding, note, well, wrong } from './finding.ts'

/** Reserved for documentation: nobody comes from there. */
export const FORGED_ADDRESS = '203.0.113.77'

export type PublicFacts = {
  publicUrl: string
  /** Undefined if something else than the site answers. */
  answer: { ip: string | undefined; hasStrictTransport: boolean } | { failure: string }
  /** The address that the site believed when the request claimed to come from FORGED_ADDRESS. */
  ipWhenForged: string | undefined
  /** TRUST_PROXY contains the address that the site saw. */
  isSeenTrusted: boolean
}

/** Asked like a visitor: does the site see who asks, and not the proxy, and not what the visitor claims? */
export function judgeProxy({ publicUrl, answer, ipWhenForged, isSeenTrusted }: PublicFacts): Finding {
  if ('failure' in answer)
    return wrong('proxy', `${publicUrl} does not answer (${answer.failure})`, 'check DNS, firewall and proxy')
  const { ip, hasStrictTransport } = answer
  if (ip === undefined)
    return wrong('proxy', `at ${publicUrl} something else answers`, 'set PUBLIC_URL, or fix the proxy')
  if (publicUrl.startsWith('https:') && !hasStrictTransport)
    return wrong(
      'proxy',
      `the site takes ${ip} for every visitor's address and does not see that they come by TLS`,
      "put the proxy's address into TRUST_PROXY, and let it send X-Forwarded-For and X-Forwarded-Proto",
    )
  if (ipWhenForged !== FORGED_ADDRESS)
    return well('proxy', `${publicUrl} sees ${ip}, whatever a visitor claims`)
  if (isSeenTrusted)
    return note('proxy', `${publicUrl} sees ${ip}, which TRUST_PROXY trusts; ask again from another machine`)
  return wrong(
    'proxy',
    'visitors can choose the address they vote from',
    'name only the proxy in TRUST_PROXY, and let the proxy append to X-Forwarded-For',
  )
}

export type CertificateFacts =
  | { of: string; daysLeft: number; problem: string | undefined }
  | { of: string; failure: string }

const RENEWED_WITH_DAYS_LEFT = 14

export function judgeCertificate(facts: CertificateFacts): Finding {
  const { of } = facts
  if ('failure' in facts)
    return wrong('TLS', `the certificate of ${of} cannot be read (${facts.failure})`, 'check the proxy')
  const { daysLeft, problem } = facts
  if (daysLeft < 0) return wrong('TLS', `the certificate of ${of} has expired`, 'renew it')
  if (problem !== undefined)
    return wrong(
      'TLS',
      `browsers reject the certificate of ${of} (${problem})`,
      'get one from a public authority',
    )
  if (daysLeft < RENEWED_WITH_DAYS_LEFT)
    return wrong(
      'TLS',
      `the certificate of ${of} expires in ${daysLeft} days`,
      'find out why it is not renewed',
    )
  return well('TLS', `the certificate of ${of} is valid for ${daysLeft} more days`)
}

export function judgeScheme(publicUrl: string, isThisMachine: boolean): Finding {
  if (isThisMachine) return note('TLS', `${publicUrl} is for this machine only; set PUBLIC_URL for visitors`)
  return wrong('TLS', `visitors come to ${publicUrl} without TLS`, 'put a proxy with TLS in front')
}
