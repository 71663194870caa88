import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasOneHost } from '../plugins/handle-errors.ts'
import type { Connections } from '../plugins/limit-connections.ts'

/** A GET or HEAD with nothing unusual about it. */
type PlainRequest = { url: string; headers: IncomingHttpHeaders; isHead: boolean; isSecure: boolean }

/** Returns false to leave the request to the framework; `leave` does that later. */
export type DirectAnswer = (request: PlainRequest, response: ServerResponse, leave: () => void) => boolean

/** For what is asked for most often: the framework would cost more than the answer itself. */
export function answerFirst(server: Server, connections: Connections, answers: DirectAnswer[]): void {
  const [framework] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const leave = () => framework?.call(server, request, response)
    const plain = readPlain(request, connections)
    if (!plain || !answers.some((answer) => answer(plain, response, leave))) leave()
  })
}

function readPlain(
  request: IncomingMessage,
  { isRejected, isFromProxy, cameByTls }: Connections,
): PlainRequest | undefined {
  const { method, url = '', headers, rawHeaders, socket } = request
  const isHead = method === 'HEAD'
  if (!isHead && method !== 'GET') return undefined
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (hasBody || isRejected(socket) || !hasOneHost(rawHeaders)) return undefined
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined
  if (isForwarded && !isFromProxy(socket)) return undefined
  return { url, headers, isHead, isSecure: isForwarded && cameByTls(request) }
}
