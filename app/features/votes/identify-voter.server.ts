import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { keyedHash } from '../../platform/keyed-hash.server.ts'
import { visitorKey } from '../../platform/network/visitor-address.server.ts'

export type VoterNeeds = { visitorSecret: string; publicUrl: string; clock: Clock }

const NAME = 'visitor'
/** Browsers accept this name only over TLS, and from no other host of the domain. */
const SECURE_NAME = `__Host-${NAME}`
const VALUE = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/
const YEAR_S = 31_536_000

/** By the visitor's address; where there is none, by a random text in a signed cookie. */
export function identifyVoter(needs: VoterNeeds, request: FastifyRequest, reply: FastifyReply): string {
  const key = visitorKey(needs.visitorSecret, request.ip ?? '')
  return key ?? readCookie(needs, request) ?? giveCookie(needs, request, reply)
}

function readCookie({ visitorSecret, clock }: VoterNeeds, { headers }: FastifyRequest): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  for (const name of [SECURE_NAME, NAME]) {
    const value = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    const [, id = '', expires = '', signature = ''] = VALUE.exec(value ?? '') ?? []
    if (id === '' || Number(expires) * 1_000 <= clock.now()) continue
    if (timingSafeEqual(Buffer.from(signature), Buffer.from(sign(visitorSecret, id, expires)))) return id
  }
  return undefined
}

function giveCookie(
  { visitorSecret, publicUrl, clock }: VoterNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const id = randomBytes(16).toString('base64url')
  const expires = String(Math.floor(clock.now() / 1_000) + YEAR_S)
  const isSecure = request.protocol === 'https' || publicUrl.startsWith('https:')
  const value = `${id}.${expires}.${sign(visitorSecret, id, expires)}`
  const cookie = `${value}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
  reply.header('set-cookie', isSecure ? `${SECURE_NAME}=${cookie}; Secure` : `${NAME}=${cookie}`)
  return id
}

function sign(secret: string, id: string, expires: string): string {
  return keyedHash(secret, `visitor ${id} ${expires}`)
}
