/** RTMP carries audio and video as the bodies of FLV tags (Adobe's FLV specification, annex E). */
export type VideoTag =
  | { kind: 'config'; avcC: Buffer }
  | { kind: 'frame'; isKey: boolean; compositionMs: number; data: Buffer }
  | { kind: 'end' }
  | { kind: 'unsupported'; codec: string }

export type AudioTag =
  | { kind: 'config'; codec: 'aac' | 'opus'; settings: Buffer }
  | { kind: 'frame'; data: Buffer }
  | { kind: 'unsupported'; codec: string }

const H264 = 7
const AAC = 10
const KEY_FRAME = 1
const CONFIG = 0
const FRAME = 1
const FRAME_WITHOUT_OFFSET = 3
const NAMED_AUDIO = 9
const NAMED_HEADER_BYTES = 5
const VIDEO_HEADER_BYTES = 5
const AUDIO_HEADER_BYTES = 2

const VIDEO_CODECS: Record<number, string> = { 2: 'Sorenson H.263', 4: 'VP6', 12: 'HEVC' }
const AUDIO_CODECS: Record<number, string> = { 1: 'ADPCM', 2: 'MP3', 6: 'Nellymoser', 11: 'Speex', 14: 'MP3' }
/** Newer encoders name codecs by four letters (Enhanced RTMP). */
const NAMED_CODECS: Record<string, string> = { hvc1: 'HEVC', av01: 'AV1', vp09: 'VP9' }
const NAMED_AUDIO_CODECS: Record<string, 'aac' | 'opus'> = { mp4a: 'aac', Opus: 'opus' }

/** Undefined for a truncated tag. */
export function parseVideoTag(body: Buffer): VideoTag | undefined {
  const first = body[0]
  if (first === undefined) return undefined
  const isNamed = (first & 0x80) !== 0
  if (isNamed) return parseNamedVideo(first, body)
  const codec = first & 0x0f
  if (codec !== H264) return { kind: 'unsupported', codec: VIDEO_CODECS[codec] ?? `video codec ${codec}` }
  if (body.length < VIDEO_HEADER_BYTES) return undefined
  const data = body.subarray(VIDEO_HEADER_BYTES)
  switch (body[1]) {
    case CONFIG:
      return { kind: 'config', avcC: data }
    case FRAME:
      return { kind: 'frame', isKey: first >> 4 === KEY_FRAME, compositionMs: body.readIntBE(2, 3), data }
    default:
      return { kind: 'end' }
  }
}

export function parseAudioTag(body: Buffer): AudioTag | undefined {
  const first = body[0]
  if (first === undefined) return undefined
  const codec = first >> 4
  if (codec === NAMED_AUDIO) return parseNamedAudio(first, body)
  if (codec !== AAC) return { kind: 'unsupported', codec: AUDIO_CODECS[codec] ?? `audio codec ${codec}` }
  if (body.length < AUDIO_HEADER_BYTES) return undefined
  const data = body.subarray(AUDIO_HEADER_BYTES)
  return body[1] === CONFIG ? { kind: 'config', codec: 'aac', settings: data } : { kind: 'frame', data }
}

/** Enhanced RTMP (Veovera): the packet type in the first byte, then four letters. */
function parseNamedVideo(first: number, body: Buffer): VideoTag | undefined {
  const name = body.toString('latin1', 1, NAMED_HEADER_BYTES)
  if (name !== 'avc1') return { kind: 'unsupported', codec: nameOf(name) }
  const isKey = ((first >> 4) & 7) === KEY_FRAME
  const data = body.subarray(NAMED_HEADER_BYTES)
  switch (first & 0x0f) {
    case CONFIG:
      return { kind: 'config', avcC: data }
    case FRAME:
      return data.length < 3
        ? undefined
        : { kind: 'frame', isKey, compositionMs: data.readIntBE(0, 3), data: data.subarray(3) }
    case FRAME_WITHOUT_OFFSET:
      return { kind: 'frame', isKey, compositionMs: 0, data }
    default:
      return { kind: 'end' }
  }
}

function parseNamedAudio(first: number, body: Buffer): AudioTag | undefined {
  const name = body.toString('latin1', 1, NAMED_HEADER_BYTES)
  const codec = NAMED_AUDIO_CODECS[name]
  if (codec === undefined) return { kind: 'unsupported', codec: nameOf(name) }
  const data = body.subarray(NAMED_HEADER_BYTES)
  if ((first & 0x0f) === CONFIG) return { kind: 'config', codec, settings: data }
  return (first & 0x0f) === FRAME ? { kind: 'frame', data } : undefined
}

function nameOf(fourLetters: string): string {
  return NAMED_CODECS[fourLetters] ?? 'an unknown codec'
}
