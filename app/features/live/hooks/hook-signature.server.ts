import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 5 * 60_000
/** A time, and a signature for each secret while one replaces another. */
const MAX_PARTS = 8

export const MEDIA_SERVERS = ['nginx-rtmp', 'mediamtx', 'srs'] as const
export type MediaServer = (typeof MEDIA_SERVERS)[number]

/** For servers that cannot sign. Each has its own token: a leaked one is of no use at the others. */
export function tokenOf(server: MediaServer, secret: string): string {
  return createHmac('sha256', secret).update(server).digest('hex')
}

export function sign(secret: string, unixSeconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')
}

type Signed = { secret: string; header: string | undefined; body: string; now: number }

/** The time of a genuine and fresh signature such as `t=1700000000,v1=6b1f…`. */
export function checkSignature({ secret, header = '', body, now }: Signed): Date | undefined {
  const parts = header.split(',', MAX_PARTS).map((part) => part.trim())
  const time = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '')?.[1]
  if (time === undefined) return undefined
  const at = Number(time) * 1_000
  if (Math.abs(now - at) > TOLERANCE_MS) return undefined
  const expected = `v1=${sign(secret, Number(time), body)}`
  return parts.some((part) => isSameText(part, expected)) ? new Date(at) : undefined
}

export function isSameText(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
