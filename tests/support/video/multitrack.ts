import type { RtmpMessage } from '../../../app/platform/rtmp/chunk-reader.server.ts'

const MULTITRACK = 6
const LEGACY_HEADER_BYTES = 2

/** The video of a recording as another track of Enhanced RTMP, in messages as OBS sends them. */
export function asTrack(track: number, messages: RtmpMessage[], codec = 'avc1'): RtmpMessage[] {
  return messages.map((message) => {
    const [first = 0, type = 0] = message.payload
    const frameType = first & 0xf0
    const header = [0x80 | frameType | MULTITRACK, type, ...Buffer.from(codec), track]
    // Settings and ends have no offset.
    const rest = message.payload.subarray(type === 1 ? LEGACY_HEADER_BYTES : LEGACY_HEADER_BYTES + 3)
    return { ...message, payload: Buffer.concat([Buffer.from(header), rest]) }
  })
}
