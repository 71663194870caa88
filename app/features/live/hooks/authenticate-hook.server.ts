import type { FastifyRequest } from 'fastify'
import { checkSignature, isSameText, type MediaServer, tokenOf } from './hook-signature.server.ts'

/** Services sign the body or send the secret itself; media servers can do neither and send a token made from it. */
export type HookAuthentication =
  | { by: 'signature'; header: string }
  | { by: 'secret'; header: string }
  | { by: 'token'; server: MediaServer }

const PROBLEMS = {
  signature: 'The call is not signed, not genuine, or too old.',
  secret: 'The call has no secret, or a wrong one.',
  token: 'The call has no token, or a wrong one.',
} as const

/** What is wrong with the request's headers, before its body is read. */
export function checkCredential(
  authentication: HookAuthentication,
  { headers, query }: FastifyRequest,
  secret: string,
): string | undefined {
  const { by } = authentication
  if (by === 'signature') return undefined
  const isRight =
    by === 'secret'
      ? isSameText(String(headers[authentication.header] ?? ''), secret)
      : isSameText(tokenIn(headers, query), tokenOf(authentication.server, secret))
  return isRight ? undefined : PROBLEMS[by]
}

/** When the body was signed, or what is wrong with its signature; undefined for callers that sign nothing. */
export function checkBodySignature(
  authentication: HookAuthentication,
  { headers, body }: FastifyRequest,
  { secret, now }: { secret: string; now: number },
): Date | string | undefined {
  if (authentication.by !== 'signature' || typeof body !== 'string') return undefined
  const header = String(headers[authentication.header] ?? '')
  return checkSignature({ secret, header, body, now }) ?? PROBLEMS.signature
}

/** A header stays out of access logs; a server that cannot send one has the token in the URL. */
function tokenIn({ authorization = '' }: FastifyRequest['headers'], query: unknown): string {
  const [, bearer] = /^Bearer (.+)$/i.exec(authorization) ?? []
  const { token } = query as { token?: unknown }
  return bearer ?? (typeof token === 'string' ? token : '')
}
