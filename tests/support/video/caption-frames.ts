import { parseVideoTag } from '../../../app/features/live/ingest/flv-tag.server.ts'
import { VIDEO } from '../../../app/platform/rtmp/message-types.server.ts'
import type { FlvTag } from '../../../scripts/camera/flv-reader.ts'

const VIDEO_HEADER_BYTES = 5
/** CEA-608, each byte with its parity: two rows that roll, a new row, "HI", "!!". */
const CAPTION_PAIRS = [
  [0x94, 0x25],
  [0x94, 0xad],
  [0xc8, 0x49],
  [0xa1, 0xa1],
] as const

/** Adds live captions to a stream, as an encoder does. */
export async function* withCaptions(frames: AsyncIterable<FlvTag>): AsyncGenerator<FlvTag> {
  let place = 0
  for await (const tag of frames) {
    const isFrame = tag.type === VIDEO && parseVideoTag(tag.payload)?.kind === 'frame'
    if (!isFrame) {
      yield tag
      continue
    }
    const [first, second] = CAPTION_PAIRS[place % CAPTION_PAIRS.length] ?? [0x80, 0x80]
    place += 1
    const captions = [0xb5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3, 0xc1, 0xff, 0xfc, first, second, 0xff]
    const unit = Buffer.from([6, 4, captions.length, ...captions, 0x80])
    const length = Buffer.from([0, 0, 0, unit.length])
    const [head, rest] = [
      tag.payload.subarray(0, VIDEO_HEADER_BYTES),
      tag.payload.subarray(VIDEO_HEADER_BYTES),
    ]
    yield { ...tag, payload: Buffer.concat([head, length, unit, rest]) }
  }
}
