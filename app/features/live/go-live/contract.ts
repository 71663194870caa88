/** The page from which a browser sends. */
export const GO_LIVE_PATH = '/go-live'

/** Where it sends to, by WebSocket. */
export const SEND_PATH = '/live/send'

/** The first of the protocols that a sender names; the second is the stream key, which so stays out of addresses and logs. */
export const SEND_PROTOCOL = 'npc-stream'

/** What a sender sends: one byte of kind, four of time in milliseconds, and the body of an FLV tag. */
export const SOUND = 8
export const PICTURE = 9

/** The site's only message says that the key was taken. How a sender is told why he is sent away; the sentence comes with it. */
export const CLOSE_CODES = { key: 4401, 'taken over': 4409, stream: 4415, later: 4503 }
