import type { PendingConnections } from '../rate-limits/pending-connections.server.ts'
import type { RtmpMessage } from './chunk-reader.server.ts'

/** Of the RTMP status codes, the one whose sentence both OBS and ffmpeg show. */
export const DENIED = 'NetStream.Publish.Denied'
/** Another publisher uses the name of the stream. */
export const BAD_NAME = 'NetStream.Publish.BadName'

/** The message is a sentence that the publisher's encoder shows. */
export class RtmpRejection extends Error {
  override name = 'RtmpRejection'
  readonly code: typeof DENIED | typeof BAD_NAME

  constructor(sentence: string, code: typeof DENIED | typeof BAD_NAME = DENIED) {
    super(sentence)
    this.code = code
  }
}

/** `rtmp://host/app` and the key, as encoders ask for them. */
export type PublishRequest = { app: string; key: string }

type RtmpConnection = {
  /** Undefined when the socket is gone already. */
  address: string | undefined
  /** Sends the rejection first, if there is one. */
  close(why?: RtmpRejection): void
}

/** Gets the audio and video messages of one connection. `receive` may throw an `RtmpRejection`. */
export type RtmpPublisher = { receive(message: RtmpMessage): void; end(): void }

export type RtmpServerOptions = {
  /** Rejects with an `RtmpRejection`. */
  admit(request: PublishRequest, connection: RtmpConnection): Promise<RtmpPublisher>
  pending: PendingConnections
  onTrouble(error: unknown): void
}
