import type { AudioSink } from './encode-audio.ts'
import {
  type AudioCodec,
  audioFrame,
  audioSettings,
  type Message,
  videoFrame,
  videoSettings,
} from './frame-message.ts'

export type FrameSender = ReturnType<typeof createFrameSender>

/** Turns encoded frames into messages, with times counted from `startedAtMs`. */
export function createFrameSender(send: (message: Message) => void, startedAtMs: number) {
  const sinceStart = (timeMs: number) => Math.max(0, timeMs - startedAtMs)
  let avcC: Uint8Array | undefined
  let audio: { codec: AudioCodec; settings?: Uint8Array } | undefined
  let isAwaitingKeyFrame = true
  let isSkipping = false
  return {
    video: {
      settings(bytes: Uint8Array): void {
        avcC = bytes
      },
      frame(data: Uint8Array, isKey: boolean, timeMs: number): void {
        if (isSkipping || (isAwaitingKeyFrame && !isKey)) return
        isAwaitingKeyFrame = false
        // The server ignores settings that it already has.
        if (isKey && avcC) send(videoSettings(avcC, sinceStart(timeMs)))
        send(videoFrame(data, isKey, sinceStart(timeMs)))
      },
    },
    openAudio(codec: AudioCodec): AudioSink {
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
    dropAudio(): void {
      audio = undefined
    },
    setSkipping(isOn: boolean): void {
      isSkipping = isOn
    },
    /** Skips video up to the next key frame. */
    awaitKeyFrame(): void {
      isAwaitingKeyFrame = true
    },
    /** A new connection needs the audio settings again. */
    repeatAudioSettings(nowMs: number): void {
      if (audio?.settings) send(audioSettings(audio.codec, audio.settings, sinceStart(nowMs)))
    },
  }
}
