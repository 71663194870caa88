import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** One request on a connection of its own that could be kept alive, with exactly these headers. */
export async function sendPlain(
  app: FastifyInstance,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders | string[] = {},
) {
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent }).end()
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  agent.destroy()
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

/** What the site itself wrote, without what the connection adds. */
export function withoutTransport(headers: IncomingHttpHeaders) {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...ofTheSite } = headers
  return ofTheSite
}
