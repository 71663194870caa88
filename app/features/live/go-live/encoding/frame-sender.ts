import { AUDIO, VIDEO } from '../contract.ts'

export type AudioCodec = 'aac' | 'opus'
export type FrameSender = ReturnType<typeof createFrameSender>
export type VideoSink = FrameSender['video']
export type LowerSink = FrameSender['lower']
export type AudioSink = ReturnType<FrameSender['openAudio']>

const SETTINGS = 0
const FRAME = 1
const H264_KEY = 0x17
const H264_INTER = 0x27
const AAC = 0xaf
/** Enhanced RTMP: a codec name of four letters follows. */
const NAMED_CODEC = 0x90
const OPUS = Array.from('Opus', (letter) => letter.charCodeAt(0))
const NO_OFFSET = [0, 0, 0]
/** Enhanced RTMP 2: the lower quality is a track of its own. */
const MULTITRACK_KEY = 0x96
const MULTITRACK_INTER = 0xa6
const FRAME_WITHOUT_OFFSET = 3
const END = 2
const H264 = Array.from('avc1', (letter) => letter.charCodeAt(0))
const LOWER_TRACK = 1

/** Turns encoded frames into messages, with times counted from `startedAtMs`. */
export function createFrameSender(send: (message: Uint8Array<ArrayBuffer>) => void, startedAtMs: number) {
  let avcC: Uint8Array | undefined
  let lowerAvcC: Uint8Array | undefined
  /** The server has the settings of the lower quality. */
  let isLowerAnnounced = false
  let isLowerAwaitingKeyFrame = true
  let keyFrameMs = Number.NEGATIVE_INFINITY
  let lowerKeyFrameMs = Number.NEGATIVE_INFINITY
  let audio: { codec: AudioCodec; settings?: Uint8Array } | undefined
  let isAwaitingKeyFrame = true
  let isSkipping = false

  function sendMessage(type: number, timeMs: number, header: number[], data: Uint8Array): void {
    const bytes = new Uint8Array(5 + header.length + data.byteLength)
    bytes[0] = type
    new DataView(bytes.buffer).setUint32(1, Math.round(Math.max(0, timeMs - startedAtMs)))
    bytes.set(header, 5)
    bytes.set(data, 5 + header.length)
    send(bytes)
  }

  function sendLower(timeMs: number, first: number, packet: number, data: Uint8Array): void {
    sendMessage(VIDEO, timeMs, [first, packet, ...H264, LOWER_TRACK], data)
  }

  /** The server takes a quality up at a key frame of the first one, so the settings come before that. */
  function announceLower(timeMs: number): void {
    if (lowerAvcC === undefined) return
    isLowerAnnounced = true
    sendLower(timeMs, MULTITRACK_KEY, SETTINGS, lowerAvcC)
  }

  return {
    video: {
      settings(bytes: Uint8Array): void {
        avcC = bytes
      },
      frame(data: Uint8Array, isKey: boolean, timeMs: number): void {
        if (isSkipping || (isAwaitingKeyFrame && !isKey)) return
        isAwaitingKeyFrame = false
        if (isKey) {
          keyFrameMs = timeMs
          const isLowerMissing = isLowerAwaitingKeyFrame && lowerKeyFrameMs >= timeMs
          if (!isLowerMissing) announceLower(timeMs)
        }
        // The server ignores settings that it already has.
        if (isKey && avcC) sendMessage(VIDEO, timeMs, [H264_KEY, SETTINGS, ...NO_OFFSET], avcC)
        sendMessage(VIDEO, timeMs, [isKey ? H264_KEY : H264_INTER, FRAME, ...NO_OFFSET], data)
      },
    },
    lower: {
      settings(bytes: Uint8Array): void {
        lowerAvcC = bytes
      },
      frame(data: Uint8Array, isKey: boolean, timeMs: number): void {
        if (lowerAvcC === undefined) return
        if (isKey) {
          lowerKeyFrameMs = timeMs
          if (!isSkipping && !isLowerAnnounced && timeMs > keyFrameMs) announceLower(timeMs)
          isLowerAwaitingKeyFrame = isSkipping || !isLowerAnnounced
        }
        if (isSkipping || isLowerAwaitingKeyFrame) return
        sendLower(timeMs, isKey ? MULTITRACK_KEY : MULTITRACK_INTER, FRAME_WITHOUT_OFFSET, data)
      },
      end(): void {
        if (isLowerAnnounced) sendLower(keyFrameMs, MULTITRACK_KEY, END, new Uint8Array())
        lowerAvcC = undefined
        isLowerAnnounced = false
      },
    },
    openAudio(codec: AudioCodec) {
      audio = { codec }
      return {
        settings(bytes: Uint8Array, timeMs: number): void {
          audio = { codec, settings: bytes }
          sendMessage(AUDIO, timeMs, audioHeader(codec, SETTINGS), bytes)
        },
        frame(data: Uint8Array, timeMs: number): void {
          sendMessage(AUDIO, timeMs, audioHeader(codec, FRAME), data)
        },
      }
    },
    audioCodec: () => audio?.codec,
    dropAudio(): void {
      audio = undefined
    },
    setSkipping(isOn: boolean): void {
      isSkipping = isOn
    },
    /** The server may be another one by now, without the settings. */
    awaitKeyFrame(): void {
      isAwaitingKeyFrame = true
      isLowerAwaitingKeyFrame = true
      isLowerAnnounced = false
    },
    /** A new connection needs the audio settings again. */
    repeatAudioSettings(nowMs: number): void {
      if (audio?.settings) sendMessage(AUDIO, nowMs, audioHeader(audio.codec, SETTINGS), audio.settings)
    },
  }
}

function audioHeader(codec: AudioCodec, packet: number): number[] {
  return codec === 'opus' ? [NAMED_CODEC | packet, ...OPUS] : [AAC, packet]
}
