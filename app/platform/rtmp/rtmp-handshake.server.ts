import { randomBytes } from 'node:crypto'
import { MalformedRtmp } from './chunk-reader.server.ts'

const VERSION = 3
const MESSAGE_BYTES = 1536
const NOTHING = Buffer.alloc(0)
const WHOLE_BYTES = 1 + 2 * MESSAGE_BYTES

/**
 * The server's side: answers C0 and C1 as soon as they are there, then waits for C2. The returned function takes what
 * arrives and returns undefined until the handshake is over, then the bytes that follow it.
 */
export function createHandshake(write: (bytes: Buffer) => void): (bytes: Buffer) => Buffer | undefined {
  let received = NOTHING
  let isAnswered = false
  return (bytes) => {
    received = Buffer.concat([received, bytes])
    if (received.length > 0 && received[0] !== VERSION) throw new MalformedRtmp('this is not RTMP')
    if (!isAnswered && received.length > MESSAGE_BYTES) {
      isAnswered = true
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(MESSAGE_BYTES - 8)])
      write(Buffer.concat([Buffer.of(VERSION), ours, received.subarray(1, 1 + MESSAGE_BYTES)]))
    }
    if (received.length < WHOLE_BYTES) return undefined
    const rest = received.subarray(WHOLE_BYTES)
    received = NOTHING
    return rest
  }
}
