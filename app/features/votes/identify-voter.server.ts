import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { visitorKey } from '../../platform/visitor-address.server.ts'

const COOKIE = /(?:^|;\s*)visitor=([\w-]{22})\.([\w-]{43})(?:;|$)/
const A_YEAR_S = 31_536_000

/** By the address the server sees; where there is none to go by, by a random text in a signed cookie. */
export function identifyVoter(secret: string, request: FastifyRequest, reply: FastifyReply): string {
  return visitorKey(secret, request.ip ?? '') ?? readCookie(secret, request) ?? giveCookie(secret, reply)
}

function readCookie(secret: string, request: FastifyRequest): string | undefined {
  const [, id = '', signature = ''] = COOKIE.exec(request.headers.cookie ?? '') ?? []
  if (id === '') return undefined
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, id)))
  return isOurs ? id : undefined
}

function giveCookie(secret: string, reply: FastifyReply): string {
  const id = randomBytes(16).toString('base64url')
  reply.header(
    'set-cookie',
    `visitor=${id}.${sign(secret, id)}; Path=/; Max-Age=${A_YEAR_S}; HttpOnly; SameSite=Lax`,
  )
  return id
}

function sign(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`visitor ${id}`).digest('base64url')
}
