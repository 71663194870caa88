/** RTMP carries audio and video as the bodies of FLV tags (Adobe's FLV specification, annex E). */
export type VideoTag =
  | { kind: 'config'; avcC: Buffer }
  | { kind: 'frame'; isKey: boolean; compositionMs: number; data: Buffer }
  | { kind: 'end' }
  | { kind: 'unsupported'; codec: string }

/** Track 0 is the first quality, the others are lower ones. */
export type TrackTag = { track: number; tag: VideoTag }

export type AudioTag =
  | { kind: 'config'; codec: 'aac' | 'opus'; settings: Buffer }
  | { kind: 'frame'; data: Buffer }
  | { kind: 'unsupported'; codec: string }

const H264 = 7
const AAC = 10
const KEY_FRAME = 1
const CONFIG = 0
const FRAME = 1
const END = 2
const FRAME_WITHOUT_OFFSET = 3
const MULTITRACK_VIDEO = 6
const MULTITRACK_AUDIO = 5
const ONE_TRACK = 0
const MANY_TRACKS_MANY_CODECS = 2
const MULTITRACK_HEADER_BYTES = 2
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
    case END:
      return { kind: 'end' }
    default:
      return undefined
  }
}

/** The tags of all tracks in a message; a message without multitrack is about track 0. */
export function parseVideoTracks(body: Buffer): TrackTag[] {
  const [first = 0, second] = body
  const isMultitrack = (first & 0x8f) === (0x80 | MULTITRACK_VIDEO)
  if (isMultitrack && second !== undefined) return parseMultitrack(first, second, body)
  const tag = parseVideoTag(body)
  return tag ? [{ track: 0, tag }] : []
}

export function parseAudioTag(body: Buffer): AudioTag | undefined {
  const first = body[0]
  if (first === undefined) return undefined
  const codec = first >> 4
  // Viewers get one audio track. Further ones, such as OBS sends for recordings, come in messages of their own.
  if (codec === NAMED_AUDIO && (first & 0x0f) === MULTITRACK_AUDIO) return undefined
  if (codec === NAMED_AUDIO) return parseNamedAudio(first, body)
  if (codec !== AAC) return { kind: 'unsupported', codec: AUDIO_CODECS[codec] ?? `audio codec ${codec}` }
  if (body.length < AUDIO_HEADER_BYTES) return undefined
  const data = body.subarray(AUDIO_HEADER_BYTES)
  return body[1] === CONFIG ? { kind: 'config', codec: 'aac', settings: data } : { kind: 'frame', data }
}

/** Enhanced RTMP (Veovera): the packet type in the first byte, then four letters. */
function parseNamedVideo(first: number, body: Buffer): VideoTag | undefined {
  const name = body.toString('latin1', 1, NAMED_HEADER_BYTES)
  const isKey = ((first >> 4) & 7) === KEY_FRAME
  return parsePacket(name, first & 0x0f, isKey, body.subarray(NAMED_HEADER_BYTES))
}

/**
 * Enhanced RTMP 2: the kind of multitrack and the packet type in the second byte. A codec name follows, or comes with
 * each track. Each track is its number and, if there may be several, its length in three bytes.
 */
function parseMultitrack(first: number, second: number, body: Buffer): TrackTag[] {
  const kind = second >> 4
  const isKey = ((first >> 4) & 7) === KEY_FRAME
  const tags: TrackTag[] = []
  let at = MULTITRACK_HEADER_BYTES
  let name = ''
  const readName = () => {
    name = body.toString('latin1', at, at + 4)
    at += 4
  }
  if (kind > MANY_TRACKS_MANY_CODECS) return []
  if (kind !== MANY_TRACKS_MANY_CODECS) readName()
  while (at < body.length) {
    if (kind === MANY_TRACKS_MANY_CODECS) readName()
    const headerBytes = kind === ONE_TRACK ? 1 : 4
    if (at + headerBytes > body.length) return tags
    const track = body.readUInt8(at)
    const end = kind === ONE_TRACK ? body.length : at + headerBytes + body.readUIntBE(at + 1, 3)
    if (end > body.length) return tags
    const tag = parsePacket(name, second & 0x0f, isKey, body.subarray(at + headerBytes, end))
    if (tag) tags.push({ track, tag })
    at = end
  }
  return tags
}

function parsePacket(name: string, type: number, isKey: boolean, data: Buffer): VideoTag | undefined {
  if (name !== 'avc1') return { kind: 'unsupported', codec: nameOf(name) }
  switch (type) {
    case CONFIG:
      return { kind: 'config', avcC: data }
    case FRAME:
      return data.length < 3
        ? undefined
        : { kind: 'frame', isKey, compositionMs: data.readIntBE(0, 3), data: data.subarray(3) }
    case FRAME_WITHOUT_OFFSET:
      return { kind: 'frame', isKey, compositionMs: 0, data }
    case END:
      return { kind: 'end' }
    default:
      return undefined
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
