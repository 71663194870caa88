import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../app/platform/database/database.server.ts'
import { PROBLEM_TYPE, problem } from '../../app/platform/problem.ts'

const RETRY_AFTER_S = 2

const DETAILS: Record<number, string> = {
  400: 'The request could not be understood.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'Only JSON is understood here.',
  431: 'The headers of the request are too large.',
}

export function sendProblem(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.code(status).type(PROBLEM_TYPE).send(problem(status, detail))
}

/** The one place where a failure becomes an answer; what is inside stays inside. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return sendProblem(reply, status, DETAILS[status] ?? 'The request was refused.')
    if (isDatabaseUnavailable(error)) {
      request.log.debug({ err: error }, 'the database did not answer')
      reply.header('retry-after', RETRY_AFTER_S)
      return sendProblem(reply, 503, 'This is resting for a moment. Please try again.')
    }
    request.log.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'a request failed',
    )
    return sendProblem(reply, 500, 'Something broke on our side. Please try again.')
  })

  app.setNotFoundHandler((request, reply) => {
    const isPageAddress = !request.url.startsWith('/api/')
    if (!isPageAddress) return sendProblem(reply, 404, 'There is nothing at this address.')
    reply.header('allow', 'GET, HEAD')
    return sendProblem(reply, 405, 'Pages can only be read.')
  })
}

/** For an address that cannot be decoded. */
export function answerBadAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, 400, 'The address could not be understood.')
}

const CLIENT_ERRORS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** For bytes that never became a request. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400
  const body = JSON.stringify(problem(status, DETAILS[status] ?? ''))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
