import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import { describeError } from '../../app/platform/database/database.server.ts'
import { isProxy, listProxies } from '../plugins/limit-connections.ts'
import { type CertificateFacts, FORGED_ADDRESS, type PublicFacts } from './judge-public-address.ts'

const TIMEOUT_MS = 8_000
const DAY_MS = 24 * 60 * 60_000
/** A database may be reached by a socket, without a host. */
const THIS_MACHINE = /^(?:|localhost|127\.[\d.]+|\[::1\])$/

export function isThisMachine(url: string): boolean {
  return THIS_MACHINE.test(new URL(url).hostname)
}

/** Says why a request failed: fetch hides it in the cause. */
export function describeFailure(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return describeError(cause instanceof Error ? cause : error)
}

type Asked = { ip: string | undefined; hasStrictTransport: boolean }

async function askAddress(publicUrl: string, headers: Record<string, string> = {}): Promise<Asked> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`${publicUrl}/api/ip`, { headers, redirect: 'manual', signal })
  const body: unknown = await response.json().catch(() => undefined)
  const ip = typeof body === 'object' && body !== null && 'ip' in body ? String(body.ip) : undefined
  return { ip, hasStrictTransport: response.headers.has('strict-transport-security') }
}

export async function askAsVisitor(publicUrl: string, trustProxy: string[]): Promise<PublicFacts> {
  try {
    const answer = await askAddress(publicUrl)
    const forged = await askAddress(publicUrl, { 'x-forwarded-for': FORGED_ADDRESS })
    const isSeenTrusted = isProxy(listProxies(trustProxy), answer.ip ?? '')
    return { publicUrl, answer, ipWhenForged: forged.ip, isSeenTrusted }
  } catch (error) {
    return {
      publicUrl,
      answer: { failure: describeFailure(error) },
      ipWhenForged: undefined,
      isSeenTrusted: false,
    }
  }
}

export async function readServedCertificate(publicUrl: string): Promise<CertificateFacts> {
  const { hostname, port, host } = new URL(publicUrl)
  // Also a certificate that no browser accepts says when it expires.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { valid_to: validTo } = socket.getPeerCertificate()
    const problem = socket.authorized ? undefined : String(socket.authorizationError)
    return { of: host, daysLeft: daysUntil(validTo), problem }
  } catch (error) {
    return { of: host, failure: describeFailure(error) }
  } finally {
    socket.destroy()
  }
}

/** Who signed it is the publishers' business. */
export async function readCertificateFile(path: string): Promise<CertificateFacts> {
  try {
    const { validTo } = new X509Certificate(await readFile(path))
    return { of: path, daysLeft: daysUntil(validTo), problem: undefined }
  } catch (error) {
    return { of: path, failure: describeFailure(error) }
  }
}

function daysUntil(validTo: string): number {
  return Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS)
}
