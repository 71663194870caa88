import type { AudioSink } from './encode-audio.ts'
import {
  type AudioCodec,
  audioFrame,
  audioSettings,
  type Message,
  videoFrame,
  videoSettings,
} from './frame-message.ts'
import type { VideoSink } from './h264-encoder.ts'

export type FrameSender = {
  video: VideoSink
  openAudio(codec: AudioCodec): AudioSink
  audioCodec(): AudioCodec | undefined
  dropAudio(): void
  setSkipping(isOn: boolean): void
  /** Skips video up to the next key frame. */
  awaitKeyFrame(): void
  /** A new connection needs the audio settings again. */
  repeatAudioSettings(nowMs: number): void
}

/** Turns encoded frames into messages, with times counted from `startedAtMs`. */
export function createFrameSender(send: (message: Message) => void, startedAtMs: number): FrameSender {
  const sinceStart = (timeMs: number) => Math.max(0, timeMs - startedAtMs)
  let avcC: Uint8Array | undefined
  let audio: { codec: AudioCodec; settings?: Uint8Array } | undefined
  let isAwaitingKeyFrame = true
  let isSkipping = false
  return {
    video: {
      settings(bytes) {
        avcC = bytes
      },
      frame(data, isKey, timeMs) {
        if (isSkipping || (isAwaitingKeyFrame && !isKey)) return
        isAwaitingKeyFrame = false
        // The server ignores settings that it already has.
        if (isKey && avcC) send(videoSettings(avcC, sinceStart(timeMs)))
        send(videoFrame(data, isKey, sinceStart(timeMs)))
      },
    },
    openAudio(codec) {
      audio = { codec }
      return {
        settings(bytes, timeMs) {
          audio = { codec, settings: bytes }
          send(audioSettings(codec, bytes, sinceStart(timeMs)))
        },
        frame: (data, timeMs) => send(audioFrame(codec, data, sinceStart(timeMs))),
      }
    },
    audioCodec: () => audio?.codec,
    dropAudio() {
      audio = undefined
    },
    setSkipping(isOn) {
      isSkipping = isOn
    },
    awaitKeyFrame() {
      isAwaitingKeyFrame = true
    },
    repeatAudioSettings(nowMs) {
      if (audio?.settings) send(audioSettings(audio.codec, audio.settings, sinceStart(nowMs)))
    },
  }
}
