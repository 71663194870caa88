import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageFromCookie } from '../../app/features/i18n/contract.ts'
import { translateDetail } from '../../app/features/i18n/problem-details.server.ts'
import { isDatabaseUnavailable } from '../../app/platform/database/database.server.ts'
import { PROBLEM_TYPE, problem } from '../../app/platform/problem.ts'
import { Refusal } from '../../app/platform/refusal.server.ts'

const UNAVAILABLE_FOR_S = 2

export function sendProblem(
  reply: FastifyReply,
  status: number,
  detail?: string,
  retryAfterS = status === 503 ? UNAVAILABLE_FOR_S : undefined,
  code?: string,
): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  const told = problem(status, detail)
  const language = languageFromCookie(reply.request.headers.cookie)
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send({ ...told, detail: translateDetail(told.detail, language), ...(code && { code }) })
}

/** The one place where a failure becomes an answer; what is inside stays inside. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal)
      return sendProblem(reply, error.statusCode, error.message, error.retryAfterS, error.code)
    const { statusCode: status = 500 } = error
    if (status < 500) return sendProblem(reply, status)
    const about = { err: error, method: request.method, route: request.routeOptions.url }
    if (isDatabaseUnavailable(error)) {
      request.log.debug(about, 'the database did not answer')
      return sendProblem(reply, 503)
    }
    request.log.error(about, 'a request failed')
    return sendProblem(reply, 500)
  })

  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead || request.url.startsWith('/api/')) return sendProblem(reply, 404)
    return sendProblem(reply.header('allow', 'GET, HEAD'), 405)
  })
}

/** For an address that cannot be decoded. */
export function answerBadAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, 400)
}

const CLIENT_ERRORS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** For bytes that never became a request. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  const isAnswering = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy()
    return
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400
  const body = JSON.stringify(problem(status))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
