import { AUDIO, VIDEO } from '../contract.ts'

export type AudioCodec = 'aac' | 'opus'

const SETTINGS = 0
const FRAME = 1
const H264_KEY = 0x17
const H264_INTER = 0x27
const AAC = 0xaf
/** Enhanced RTMP: a codec name of four letters follows. */
const NAMED_CODEC = 0x90
const OPUS = Array.from('Opus', (letter) => letter.charCodeAt(0))
const NO_OFFSET = [0, 0, 0]

type Data = Uint8Array | ArrayBuffer
export type Message = Uint8Array<ArrayBuffer>

export function videoSettings(avcC: Data, timeMs: number): Message {
  return message(VIDEO, timeMs, [H264_KEY, SETTINGS, ...NO_OFFSET], avcC)
}

export function videoFrame(data: Data, isKey: boolean, timeMs: number): Message {
  return message(VIDEO, timeMs, [isKey ? H264_KEY : H264_INTER, FRAME, ...NO_OFFSET], data)
}

export function audioSettings(codec: AudioCodec, settings: Data, timeMs: number): Message {
  return message(AUDIO, timeMs, audioHeader(codec, SETTINGS), settings)
}

export function audioFrame(codec: AudioCodec, data: Data, timeMs: number): Message {
  return message(AUDIO, timeMs, audioHeader(codec, FRAME), data)
}

function audioHeader(codec: AudioCodec, packet: number): number[] {
  return codec === 'opus' ? [NAMED_CODEC | packet, ...OPUS] : [AAC, packet]
}

function message(kind: number, timeMs: number, header: number[], data: Data): Message {
  const bytes = new Uint8Array(5 + header.length + data.byteLength)
  bytes[0] = kind
  new DataView(bytes.buffer).setUint32(1, Math.round(timeMs))
  bytes.set(header, 5)
  bytes.set(data instanceof ArrayBuffer ? new Uint8Array(data) : data, 5 + header.length)
  return bytes
}
