import type { StoppedBy, StreamState } from '../contract.ts'

export const GO_LIVE_PATH = '/go-live'
export const PUBLISH_PATH = '/live/send'

/** The first WebSocket subprotocol; the second is the stream key, which thereby stays out of URLs and logs. */
export const PUBLISH_PROTOCOL = 'npc-stream'

/** RTMP message types. A publisher's message is the type (1 byte), the time in ms (4 bytes) and the body of an FLV tag. */
export const AUDIO = 8
export const VIDEO = 9

/** The server's first message: the key was accepted. */
export const WELCOME = 'welcome'

/**
 * The server's further messages, as JSON: what viewers get of this publisher, and their newest key frame; the track of a
 * lower quality that they never get; or, before the socket is closed, who stopped the stream, and what for.
 */
export type PublisherNews =
  | { state: StreamState; stillUrl: string }
  | { leftOut: number }
  | { stopped: StreamStop }
/** `note` is in the words of the member who stopped it. */
export type StreamStop = { by: StoppedBy; note: string }

/** Why the server closes the socket, with a sentence as the reason. */
export const CLOSE_CODES = { key: 4401, 'taken over': 4409, stopped: 4410, stream: 4415, later: 4503 }
