import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { DOMAIN } from './proxies.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A visitor by HTTP/2, who trusts only real certificates. */
export function openVisitor(localAddress = '127.0.0.1') {
  const session: ClientHttp2Session = connect(`https://${DOMAIN}`, {
    createConnection: () => {
      const socket = connectSocket({ host: DOMAIN, port: 443, localAddress })
      return connectTls({ socket, servername: DOMAIN, ALPNProtocols: ['h2'] })
    },
  })
  session.on('error', () => {})

  function request(path: string, headers: Record<string, string> = {}, body?: string) {
    const stream = session.request({ ':path': path, ...headers }, { endStream: body === undefined })
    stream.setEncoding('utf8')
    if (body !== undefined) stream.end(body)
    return stream
  }

  return {
    protocol: () => session.alpnProtocol,
    async ask(path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
      const stream = request(path, headers, body)
      const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
      let text = ''
      for await (const piece of stream) text += piece
      return { status: answered[':status'], headers: answered, body: text }
    },
    /** Everything that has arrived so far of an answer without an end. */
    follow(path: string): { seen(): string; isOpen(): boolean } {
      const stream = request(path)
      let text = ''
      stream.on('data', (piece) => {
        text += piece
      })
      stream.on('error', () => {})
      return { seen: () => text, isOpen: () => !stream.closed && !stream.destroyed }
    },
    close: () => session.destroy(),
  }
}

/** The serial number of the certificate that a port presents; throws if it is not trusted. */
export async function serialAt(port: number): Promise<string> {
  const socket = connectTls({ host: DOMAIN, servername: DOMAIN, port })
  await once(socket, 'secureConnect')
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}
