import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type AmfValue, decodeAmf0, encodeAmf0 } from '../../app/platform/rtmp/amf0.server.ts'
import { createChunkReader, type RtmpMessage } from '../../app/platform/rtmp/chunk-reader.server.ts'
import { encodeMessage } from '../../app/platform/rtmp/encode-message.server.ts'
import { COMMAND } from '../../app/platform/rtmp/message-types.server.ts'

type ServerAddress = { host: string; port: number; isTls?: boolean; rejectUnauthorized?: boolean }

type RtmpClient = Awaited<ReturnType<typeof connectRtmp>>

/** The server's answer to a publish request, or its verdict on the stream. */
export type Status = { code: string; description: string }

const HANDSHAKE_BYTES = 1536
const CHUNK_SIZE = 128
const CONNECT_TRANSACTION = 1
const PUBLISH_STREAM_ID = 1

/** Connects and does the handshake. */
export async function connectRtmp(address: ServerAddress) {
  const socket = address.isTls ? connectTls(address) : connect(address)
  await once(socket, address.isTls ? 'secureConnect' : 'connect')
  const answers: AmfValue[][] = []
  const events = new EventEmitter()
  const reader = createChunkReader(({ type, payload }) => {
    if (type !== COMMAND) return
    answers.push(decodeAmf0(payload))
    events.emit('answer')
  })
  socket.on('error', () => {})
  socket.on('close', () => events.emit('answer'))
  await doHandshake(socket)
  socket.on('data', (bytes: Buffer) => reader.read(bytes))
  const send = (message: RtmpMessage) => socket.write(encodeMessage(4, message, CHUNK_SIZE))
  return {
    socket,
    /** All commands from the server. */
    answers,
    send,
    /** The first command of that name; undefined when the connection closes first. */
    async answered(name: string): Promise<AmfValue[] | undefined> {
      for (;;) {
        const answer = answers.find(([first]) => first === name)
        if (answer || socket.destroyed) return answer
        await once(events, 'answer')
      }
    },
    command: (streamId: number, ...values: AmfValue[]) =>
      send({ type: COMMAND, timestamp: 0, streamId, payload: encodeAmf0(...values) }),
  }
}

async function doHandshake(socket: Socket): Promise<void> {
  const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)])
  socket.write(Buffer.concat([Buffer.of(3), ours]))
  const whole = 1 + 2 * HANDSHAKE_BYTES
  let greeting = Buffer.alloc(0)
  while (greeting.length < whole) {
    const [bytes] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer | boolean]
    if (!Buffer.isBuffer(bytes)) throw new Error('the server hung up')
    greeting = Buffer.concat([greeting, bytes])
  }
  socket.write(greeting.subarray(1, 1 + HANDSHAKE_BYTES))
  if (greeting.length > whole) socket.unshift(greeting.subarray(whole))
}

/** Asks as OBS does. Undefined when the server hangs up without an answer. */
export async function askToPublish({ command, answered }: RtmpClient, app: string, key: string) {
  const tcUrl = `rtmp://localhost/${app}`
  command(0, 'connect', CONNECT_TRANSACTION, { app, type: 'nonprivate', flashVer: 'FMLE/3.0', tcUrl })
  command(0, 'releaseStream', 2, null, key)
  command(0, 'FCPublish', 3, null, key)
  command(0, 'createStream', 4, null)
  await answered('_result')
  command(PUBLISH_STREAM_ID, 'publish', 5, null, key, 'live')
  return (await answered('onStatus'))?.[3] as Status | undefined
}
