import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { JOIN_PATH } from './contract.ts'
import { type CurrentSession, findSession, SESSION_LIFETIME_S } from './sessions-store.server.ts'

/** Known when the desk listens. */
export type DeskUrl = () => string

/** Who may use a route of the desk. `npc`: operators, and the member of the NPC that the route names as `:npcId`. */
type Access = 'anyone' | 'member' | 'npc' | 'operator'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Operators alone if it is not set. */
    access?: Access
  }
  interface FastifyRequest {
    session: CurrentSession | undefined
  }
}

const NAME = 'desk'
/** Browsers accept this name only over TLS, and from no other host of the domain. */
const SECURE_NAME = `__Host-${NAME}`

const NOT_ALLOWED = 'Only an operator may do this.'

export const signedOut = () => new HttpProblem(401, 'Please sign in.')

/** Throws unless the request may go on, and remembers who makes it. */
export async function requireAccess({ db, deskUrl }: { db: Db; deskUrl: DeskUrl }, request: FastifyRequest) {
  const { access = 'operator' } = request.routeOptions.config
  const token = readToken(deskUrl, request)
  request.session = token === undefined ? undefined : await findSession({ db }, token)
  if (access === 'anyone') return
  if (request.session === undefined) throw signedOut()
  const { role, npc_id } = request.session.member
  if (access === 'member' || role === 'operator') return
  const { npcId } = request.params as { npcId?: string }
  if (access === 'npc' && npcId === npc_id) return
  throw new HttpProblem(403, NOT_ALLOWED)
}

/** The address of a one-time link. */
export function linkOf(deskUrl: DeskUrl, token: string): string {
  return `${deskUrl()}${JOIN_PATH}#${token}`
}

/** In a handler whose route only members reach. */
export function sessionOf({ session }: FastifyRequest): CurrentSession {
  if (session === undefined) throw signedOut()
  return session
}

export function readToken(deskUrl: DeskUrl, { headers }: FastifyRequest): string | undefined {
  const name = cookieName(deskUrl)
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Undefined: the browser forgets its token. */
export function sendToken(deskUrl: DeskUrl, reply: FastifyReply, token: string | undefined): void {
  const lifetime = token === undefined ? 0 : SESSION_LIFETIME_S
  const secure = isSecure(deskUrl) ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(deskUrl)}=${token ?? ''}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${secure}`,
  )
}

function cookieName(deskUrl: DeskUrl): string {
  return isSecure(deskUrl) ? SECURE_NAME : NAME
}

function isSecure(deskUrl: DeskUrl): boolean {
  return deskUrl().startsWith('https:')
}
