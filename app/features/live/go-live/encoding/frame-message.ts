import { PICTURE, SOUND } from '../contract.ts'

export type SoundCodec = 'aac' | 'opus'

const SETTINGS = 0
const FRAME = 1
const H264_KEY = 0x17
const H264_OTHER = 0x27
const AAC = 0xaf
/** Four letters follow (Enhanced RTMP). */
const NAMED = 0x90
const OPUS = Array.from('Opus', (letter) => letter.charCodeAt(0))
const NO_OFFSET = [0, 0, 0]

type Data = Uint8Array | ArrayBuffer

export function pictureSettings(avcC: Data, timeMs: number): Uint8Array<ArrayBuffer> {
  return message(PICTURE, timeMs, [H264_KEY, SETTINGS, ...NO_OFFSET], avcC)
}

export function pictureFrame(data: Data, isKey: boolean, timeMs: number): Uint8Array<ArrayBuffer> {
  return message(PICTURE, timeMs, [isKey ? H264_KEY : H264_OTHER, FRAME, ...NO_OFFSET], data)
}

export function soundSettings(codec: SoundCodec, settings: Data, timeMs: number): Uint8Array<ArrayBuffer> {
  return message(SOUND, timeMs, soundHeader(codec, SETTINGS), settings)
}

export function soundFrame(codec: SoundCodec, data: Data, timeMs: number): Uint8Array<ArrayBuffer> {
  return message(SOUND, timeMs, soundHeader(codec, FRAME), data)
}

function soundHeader(codec: SoundCodec, packet: number): number[] {
  return codec === 'opus' ? [NAMED | packet, ...OPUS] : [AAC, packet]
}

function message(kind: number, timeMs: number, header: number[], data: Data): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(5 + header.length + data.byteLength)
  bytes[0] = kind
  new DataView(bytes.buffer).setUint32(1, Math.round(timeMs))
  bytes.set(header, 5)
  bytes.set(data instanceof ArrayBuffer ? new Uint8Array(data) : data, 5 + header.length)
  return bytes
}
