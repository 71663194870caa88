import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../logging/logging.server.ts'
import { answerRpc, type Methods } from './answer-rpc.server.ts'

const HOST = '127.0.0.1'
const LARGEST_BODY_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 10_000
const JSON_TYPE = /^application\/json\s*(;|$)/i
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

const WALLET_EXTENSION = /^(chrome|moz|safari-web)-extension:\/\//

/**
 * Any page in a browser on this machine can reach 127.0.0.1, also through its own domain; Host and Origin reveal it.
 * Local pages, wallets, and programs, which send no Origin, may call.
 */
export function isFromHere({ headers }: IncomingMessage): boolean {
  return LOOPBACK.test(headers.host ?? '') && (headers.origin === undefined || isOurs(headers.origin))
}

function isOurs(origin: string): boolean {
  return WALLET_EXTENSION.test(origin) || LOOPBACK.test(origin.replace(/^https?:\/\//, ''))
}

/** Tries the ports in order; throws when the last is taken, too. */
export async function startRpcServer(methods: Methods, log: Log, ports: number[]) {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS })
  server.on('request', (request, response) => {
    answerHttp(methods, log, request, response).catch((error: unknown) => {
      log.debug({ err: error }, 'ledger: a request broke off')
      response.destroy()
    })
  })
  await listen(server, ports)
  return { server, port: (server.address() as AddressInfo).port, close: () => close(server) }
}

/** Tools expect WebSockets on the port above the RPC's. Undefined when that is taken. */
export async function startWebSocketServer(rpcPort: number, log: Log) {
  const port = rpcPort + 1
  const server = createServer((_request, response) => {
    response.setHeader('upgrade', 'websocket')
    end(response, 426)
  })
  try {
    await listen(server, [port])
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    log.warn(`ledger: port ${port} is taken (${code}); WebSockets are accepted on port ${rpcPort} only`)
    return undefined
  }
  return { server, close: () => close(server) }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function listen(server: Server, [port, ...others]: number[]): Promise<void> {
  try {
    server.listen(port, HOST)
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || others.length === 0) throw error
    await listen(server, others)
  }
}

async function answerHttp(methods: Methods, log: Log, request: IncomingMessage, response: ServerResponse) {
  if (!isFromHere(request)) return end(response, 403)
  response.setHeader('vary', 'origin')
  if (request.headers.origin) response.setHeader('access-control-allow-origin', request.headers.origin)
  if (request.url?.split('?')[0] !== '/') return end(response, 404)
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'POST, OPTIONS')
    response.setHeader('access-control-allow-headers', 'content-type, solana-client')
    return end(response, 204)
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST, OPTIONS')
    return end(response, 405)
  }
  // Any other type lets a page post without a CORS preflight.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return end(response, 415)
  const body = await readBody(request)
  if (body === undefined) {
    response.setHeader('connection', 'close')
    return end(response, 413)
  }
  const answer = await answerRpc(methods, log, body)
  if (answer === undefined) return end(response, 204)
  response.setHeader('content-type', 'application/json')
  response.end(answer)
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status
  response.end()
}

/** Undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > LARGEST_BODY_BYTES) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
