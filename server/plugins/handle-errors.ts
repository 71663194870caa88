import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageFromCookie } from '../../app/features/i18n/contract.ts'
import { isDatabaseUnavailable } from '../../app/platform/database/database.server.ts'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import { describeProblem, type Particulars, PROBLEM_TYPE } from '../../app/platform/http/problem.ts'
import { endSoon } from '../../app/platform/network/end-soon.server.ts'
import { responseOf } from '../../app/platform/network/response-of.server.ts'
import { NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'

const UNAVAILABLE_FOR_S = 2
const TWO_HOSTS = 'A request names one host.'

type Answer = Pick<Particulars, 'detail' | 'code'> & { retryAfterS?: number | undefined }

export function sendProblem(
  reply: FastifyReply,
  status: number,
  { detail, code, retryAfterS = status === 503 ? UNAVAILABLE_FOR_S : undefined }: Answer = {},
): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  const language = languageFromCookie(reply.request.headers.cookie)
  return reply.code(status).type(PROBLEM_TYPE).send(describeProblem(status, { detail, code, language }))
}

/** The one place that turns a failure into a response; internals are not disclosed. */
export function handleErrors(app: FastifyInstance): void {
  rejectTunnels(app.server)
  app.addHook('onRequest', (request, _reply, done) => {
    done(hasOneHost(request.raw.rawHeaders) ? undefined : new HttpProblem(400, TWO_HOSTS))
  })
  // Its body may never come, and no rate limit counts it.
  app.addHook('preParsing', (request, reply, _body, done) => {
    if (request.is404) sendNotFound(request, reply)
    else done()
  })

  app.setErrorHandler((error: FastifyError | HttpProblem, request, reply) => {
    if (error instanceof HttpProblem) return sendProblem(reply, error.statusCode, error)
    const { statusCode: status = 500 } = error
    if (status < 500) return sendProblem(reply, status)
    const context = { err: error, method: request.method, route: request.routeOptions.url }
    if (isDatabaseUnavailable(error)) {
      request.log.debug(context, 'the database did not answer')
      return sendProblem(reply, 503)
    }
    request.log.error(context, 'a request failed')
    return sendProblem(reply, 500)
  })

  app.setNotFoundHandler(sendNotFound)
}

function sendNotFound({ method, url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead || url.startsWith('/api/')) return sendProblem(reply, 404)
  return sendProblem(reply.header('allow', 'GET, HEAD'), 405)
}

/** With two, programs along the way could each believe a different one. */
function hasOneHost(rawHeaders: string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}

const PROBLEM_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': NOTHING_RUNS,
  'cache-control': 'no-store',
}

/** For an address that cannot be decoded; Fastify runs no hooks for it, and trusts no proxy. */
export function answerBadAddress(reply: FastifyReply, isSecure: boolean): void {
  sendProblem(reply.headers({ ...PROBLEM_HEADERS, ...(isSecure && STRICT_TRANSPORT) }), 400)
}

const RAW_HEADERS = Object.entries({ ...PROBLEM_HEADERS, 'content-type': PROBLEM_TYPE, connection: 'close' })
  .map((header) => `${header.join(': ')}\r\n`)
  .join('')
const CLIENT_ERRORS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** For bytes that never became a request. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || responseOf(socket)?.headersSent) {
    socket.destroy()
    return
  }
  endWithProblem(socket, CLIENT_ERRORS[error.code ?? ''] ?? 400)
}

/** For a client that mistakes the site for a proxy. */
function rejectTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    if (responseOf(socket)) socket.destroy()
    else endWithProblem(socket, 405)
  })
}

function endWithProblem(socket: Duplex, status: number): void {
  const body = JSON.stringify(describeProblem(status))
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${RAW_HEADERS}${length}\r\n${body}`)
}
