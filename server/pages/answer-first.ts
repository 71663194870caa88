import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { languageFromCookie } from '../../app/features/i18n/contract.ts'
import { hasOneHost } from '../plugins/handle-errors.ts'
import type { Connections } from '../plugins/limit-connections.ts'
import { type PageAddress, type StoredPage, writeStored } from './stored-page.ts'

/** False for a request that is left to the framework. */
type Answer = (request: IncomingMessage, response: ServerResponse) => boolean

type Options = Connections & { freshPage(address: PageAddress): StoredPage | undefined }

/** Lets `answer` see every request before the framework does. */
export function answerFirst(server: Server, answer: Answer): void {
  const [framework] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!answer(request, response)) framework?.call(server, request, response)
  })
}

/** The framework would cost more than the page itself. It still answers whatever is not the usual request for a page. */
export function answerWithStored({ freshPage, isRejected, isFromProxy }: Options): Answer {
  return (request, response) => {
    const { method, url: path = '', headers, socket } = request
    if (!isRead(request) || !hasOneHost(request.rawHeaders) || isRejected(socket)) return false
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined
    if (isForwarded && !isFromProxy(socket)) return false
    const page = freshPage({ language: languageFromCookie(headers.cookie), path })
    if (page === undefined) return false
    writeStored(page, { method, headers, isSecure: isForwarded && cameByTls(headers) }, response)
    return true
  }
}

function isRead({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

/** What the last proxy says. */
function cameByTls(headers: IncomingHttpHeaders): boolean {
  return String(headers['x-forwarded-proto']).split(',').at(-1)?.trim() === 'https'
}
