import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { PendingConnection } from '../rate-limits/pending-connections.server.ts'
import { serveConnection } from './rtmp-connection.server.ts'
import type { RtmpServerOptions } from './rtmp-publisher.server.ts'

/** A last resort: connections without a key are bounded more tightly, and each stream has one publisher. */
const MAX_CONNECTIONS = 4_000
const TLS_HANDSHAKE_WITHIN_MS = 10_000

/** Accepts publishers only: nobody can watch through this port. */
export function createRtmpServer(options: RtmpServerOptions): Server {
  const server = createServer({ noDelay: true }, (socket) => {
    const pending = options.pending.open(socket.remoteAddress, () => socket.destroy())
    serveConnection(socket, pending, options)
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

export function createRtmpsServer(
  options: RtmpServerOptions,
  certificate: { cert: Buffer; key: Buffer },
  handshakeWithinMs = TLS_HANDSHAKE_WITHIN_MS,
) {
  const pendingByPeer = new Map<string, PendingConnection>()
  const server = createTlsServer(
    { ...certificate, noDelay: true, handshakeTimeout: handshakeWithinMs },
    (socket) => {
      const pending = pendingByPeer.get(peerOf(socket))
      if (pending) serveConnection(socket, pending, options)
      else socket.destroy()
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  // A TLS handshake costs more than anything else before the key: the connection counts from its first packet.
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    const pending = options.pending.open(socket.remoteAddress, () => socket.destroy())
    pendingByPeer.set(peer, pending)
    socket.once('close', () => {
      pending.release()
      pendingByPeer.delete(peer)
    })
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
