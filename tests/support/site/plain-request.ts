import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** One request on a connection of its own, with exactly these headers. */
export async function sendPlain(
  app: FastifyInstance,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders | string[] = {},
) {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

/** What the site itself wrote, without what the connection adds. */
export function withoutTransport({ date: _date, connection: _connection, ...headers }: IncomingHttpHeaders) {
  return headers
}
