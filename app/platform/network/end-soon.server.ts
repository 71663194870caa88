import type { Duplex } from 'node:stream'

const GOODBYE_MS = 500

/** Leaves the other side a moment to read what was sent last. Waiting for it to close could take for ever. */
export function endSoon(socket: Duplex, lastText = ''): void {
  socket.end(lastText)
  const goodbye = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
  socket.once('close', () => clearTimeout(goodbye))
}
