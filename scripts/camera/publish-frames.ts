import { once } from 'node:events'
import { BAD_NAME } from '../../app/platform/rtmp/rtmp-publisher.server.ts'
import type { FlvTag } from './flv-reader.ts'
import { askToPublish, connectRtmp, type Status } from './rtmp-client.ts'

const ACCEPTED = 'NetStream.Publish.Start'

/** The message is the server's own sentence. */
export class PublishRejected extends Error {
  readonly isTakenOver: boolean

  constructor(status: Status | undefined) {
    super(status?.description ?? 'the server hung up')
    this.isTakenOver = status?.code === BAD_NAME
  }
}

/** Sends until the frames end or the connection breaks. Throws a `PublishRejected` when the server rejects it. */
export async function publishFrames(
  server: string,
  key: string,
  frames: AsyncIterable<FlvTag>,
  onAir = () => {},
): Promise<void> {
  const { protocol, hostname, port, pathname } = new URL(server)
  const isTls = protocol === 'rtmps:'
  const address = { host: hostname, port: Number(port || (isTls ? 443 : 1935)), isTls }
  const client = await connectRtmp(address).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `no site takes streams in at ${server} (${error.code ?? error.message}); RTMP_PORT or --server says where it does`,
    )
  })
  const { socket, send } = client
  try {
    const status = await askToPublish(client, pathname.slice(1), key)
    if (status?.code !== ACCEPTED) throw new PublishRejected(status)
    onAir()
    for await (const { type, timestamp, payload } of frames) {
      if (socket.destroyed || socket.readableEnded) break
      send({ type, timestamp, streamId: 1, payload })
      if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    const rejection = client.answers.filter(([name]) => name === 'onStatus')[1]?.[3] as Status | undefined
    if (rejection) throw new PublishRejected(rejection)
  } finally {
    socket.destroy()
  }
}
