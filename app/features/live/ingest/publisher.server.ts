import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { BAD_NAME, DENIED, RtmpRejection } from '../../../platform/rtmp/rtmp-publisher.server.ts'
import type { StreamState } from '../contract.ts'
import { explainStop } from '../stage/explain-stop.server.ts'
import type { StageStop } from '../stage/stages-store.server.ts'

/** Whether another attempt may help depends on the reason. */
type RejectionReason = 'key' | 'later' | 'taken over' | 'stopped' | 'stream'

/** The message is a sentence for the person who streams. */
export class PublishRejected extends RtmpRejection {
  override name = 'PublishRejected'
  readonly reason: RejectionReason

  constructor(sentence: string, reason: RejectionReason = 'stream') {
    super(sentence, reason === 'taken over' ? BAD_NAME : DENIED)
    this.reason = reason
  }
}

/** The desk stopped the stream. */
export class StreamStopped extends PublishRejected {
  override name = 'StreamStopped'
  readonly stop: StageStop

  constructor(stop: StageStop) {
    super(explainStop(stop), 'stopped')
    this.stop = stop
  }
}

/** A publisher with a valid key, by RTMP or WebSocket. `receive` may throw a `PublishRejected`. */
export type Publisher = { receive(message: RtmpMessage): void; end(): void }

export type Connection = {
  /** Undefined when the socket is gone already. */
  address: string | undefined
  close(why?: PublishRejected): void
  /** Viewers never get this one of the lower qualities. */
  onLeaveOut?(track: number): void
  /** What viewers get of this publisher, from its first part on, at each change. */
  onState?(news: { npcId: string; state: StreamState }): void
}

const UNKNOWN_KEY = 'This stream key is not known. Please copy it again, or ask for a new one.'

export function unknownKey(): PublishRejected {
  return new PublishRejected(UNKNOWN_KEY, 'key')
}

export function takenOver(): PublishRejected {
  return new PublishRejected('Another device has taken over this stream.', 'taken over')
}

export function tooMuch(): PublishRejected {
  return new PublishRejected('That is more than 20 Mbit/s, or too long between key frames. Please send less.')
}
