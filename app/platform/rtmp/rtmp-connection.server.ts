import type { Socket } from 'node:net'
import { endSoon } from '../network/end-soon.server.ts'
import type { PendingConnection } from '../rate-limits/pending-connections.server.ts'
import { decodeAmf0, MalformedAmf } from './amf0.server.ts'
import { createChunkReader, LARGEST_MESSAGE, MalformedRtmp, type RtmpMessage } from './chunk-reader.server.ts'
import { AUDIO, COMMAND, COMMAND_AMF3, VIDEO } from './message-types.server.ts'
import { createCommands } from './rtmp-commands.server.ts'
import { createHandshake } from './rtmp-handshake.server.ts'
import {
  type PublishRequest,
  type RtmpPublisher,
  RtmpRejection,
  type RtmpServerOptions,
} from './rtmp-publisher.server.ts'
import { createReplies, type RtmpReplies } from './rtmp-replies.server.ts'

const IDLE_MS = 10_000
/** A connection that shows no key for this long has none. */
const KEY_WITHIN_MS = 20_000
const MAX_BYTES_BEFORE_KEY = 64 * 1024
/** Commands are a few hundred bytes; video comes after the key. */
const LARGEST_MESSAGE_BEFORE_KEY = 16 * 1024
const THEIR_FAULTS = [RtmpRejection, MalformedRtmp, MalformedAmf]

/** Serves one publisher from the handshake to the end of its stream. */
export function serveConnection(
  socket: Socket,
  pending: PendingConnection,
  { admit, onTrouble }: Pick<RtmpServerOptions, 'admit' | 'onTrouble'>,
): void {
  const replies = createReplies(socket)
  const runCommand = createCommands(replies, { publish, unpublish: () => socket.end() })
  const read = createReader({ socket, pending, replies, hasKey: () => publisher !== undefined, receive })
  const keyTimeout = setTimeout(() => socket.destroy(), KEY_WITHIN_MS)
  let publisher: RtmpPublisher | undefined
  let isOver = false

  function receive(message: RtmpMessage): void {
    const { type, payload } = message
    if (type === COMMAND) runCommand(decodeAmf0(payload))
    else if (type === COMMAND_AMF3) runCommand(decodeAmf0(payload.subarray(1)))
    else if (type === AUDIO || type === VIDEO) publisher?.receive(message)
  }

  function publish(request: PublishRequest): void {
    // Nothing is read while the key is checked: without a valid one not a byte is taken.
    socket.pause()
    admit(request, { address: socket.remoteAddress, close }).then(start).catch(fail)
  }

  function start(admitted: RtmpPublisher): void {
    if (isOver) return void admitted.end()
    publisher = admitted
    clearTimeout(keyTimeout)
    pending.release()
    replies.acceptPublish()
    socket.resume()
  }

  function close(why?: RtmpRejection): void {
    if (why) fail(why)
    else if (!isOver) socket.destroy()
  }

  function fail(error: unknown): void {
    if (isOver) return
    if (error instanceof RtmpRejection) {
      replies.reject(error)
      endSoon(socket)
    } else socket.destroy()
    if (!THEIR_FAULTS.some((fault) => error instanceof fault)) onTrouble(error)
    end()
  }

  function end(): void {
    isOver = true
    clearTimeout(keyTimeout)
    pending.release()
    const ending = publisher
    publisher = undefined
    attempt(() => ending?.end(), onTrouble)
  }

  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => {})
  socket.on('close', end)
  socket.on('data', (bytes) => attempt(() => !isOver && read(bytes), fail))
}

type Input = {
  socket: Socket
  pending: PendingConnection
  replies: RtmpReplies
  hasKey(): boolean
  receive(message: RtmpMessage): void
}

/** Turns bytes into messages, few of them while there is no key. */
function createReader({ socket, pending, replies, hasKey, receive }: Input): (bytes: Buffer) => void {
  const largestMessage = () => (hasKey() ? LARGEST_MESSAGE : LARGEST_MESSAGE_BEFORE_KEY)
  const reader = createChunkReader(receive, largestMessage)
  const greet = createHandshake((bytes) => socket.write(bytes))
  let isGreeted = false
  let receivedBytes = 0
  return (bytes) => {
    receivedBytes += bytes.length
    if (!hasKey()) {
      if (receivedBytes > MAX_BYTES_BEFORE_KEY) throw new MalformedRtmp('so many bytes, and no key')
      pending.addBytes(bytes.length)
    }
    replies.acknowledge(receivedBytes)
    const chunks = isGreeted ? bytes : greet(bytes)
    isGreeted = chunks !== undefined
    if (chunks && chunks.length > 0) reader.read(chunks)
  }
}

function attempt(action: () => unknown, onError: (error: unknown) => void): void {
  try {
    action()
  } catch (error) {
    onError(error)
  }
}
