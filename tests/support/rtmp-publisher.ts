import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type AmfValue, decodeAmf0, encodeAmf0 } from '../../app/platform/rtmp/amf0.server.ts'
import { createChunkReader, type RtmpMessage } from '../../app/platform/rtmp/chunk-reader.server.ts'
import { encodeMessage } from '../../app/platform/rtmp/encode-message.server.ts'
import { until } from './until.ts'

const HANDSHAKE_BYTES = 1536
const COMMAND = 20
const CHUNK_SIZE = 128

export type TestPublisher = {
  socket: Socket
  /** The commands the server answered with. */
  answers: AmfValue[][]
  command(streamId: number, ...values: AmfValue[]): void
  send(message: RtmpMessage): void
}

/** As far as the handshake; what is said then is up to the test. */
export async function connectRtmp(port: number): Promise<TestPublisher> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const answers: AmfValue[][] = []
  const reader = createChunkReader(({ type, payload }) => {
    if (type === COMMAND) answers.push(decodeAmf0(payload))
  })
  let greeting: Buffer | undefined = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    if (greeting === undefined) return reader.read(bytes)
    greeting = Buffer.concat([greeting, bytes])
    const whole = 1 + 2 * HANDSHAKE_BYTES
    if (greeting.length < whole) return
    const rest = greeting.subarray(whole)
    greeting = undefined
    if (rest.length > 0) reader.read(rest)
  })
  const ours = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE_BYTES - 8)])
  socket.write(Buffer.concat([Buffer.of(3), ours]))
  await until(() => greeting === undefined || socket.destroyed)
  socket.write(randomBytes(HANDSHAKE_BYTES))
  const send = (message: RtmpMessage) => socket.write(encodeMessage(4, message, CHUNK_SIZE))
  return {
    socket,
    answers,
    send,
    command: (streamId, ...values) =>
      send({ type: COMMAND, timestamp: 0, streamId, payload: encodeAmf0(...values) }),
  }
}

/** As OBS does it, up to the server's word on publishing: its code and description. */
export async function publish(port: number, app: string, key: string) {
  const publisher = await connectRtmp(port)
  const { answers, command, socket } = publisher
  command(0, 'connect', 1, {
    app,
    type: 'nonprivate',
    flashVer: 'FMLE/3.0',
    tcUrl: `rtmp://127.0.0.1/${app}`,
  })
  command(0, 'releaseStream', 2, null, key)
  command(0, 'FCPublish', 3, null, key)
  command(0, 'createStream', 4, null)
  await until(() => answers.length >= 2 || socket.destroyed)
  command(1, 'publish', 5, null, key, 'live')
  await until(() => answers.some(([name]) => name === 'onStatus') || socket.destroyed)
  const status = answers.find(([name]) => name === 'onStatus')?.[3] as
    | { code: string; description: string }
    | undefined
  return { ...publisher, status }
}
