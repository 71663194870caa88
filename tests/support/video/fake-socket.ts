import { Duplex } from 'node:stream'

/** A server's view of a socket, without a network. */
export function createFakeSocket(remoteAddress?: string): Duplex {
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() })
  return Object.assign(socket, { setTimeout: () => socket, remoteAddress })
}
