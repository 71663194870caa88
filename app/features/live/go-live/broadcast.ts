import { GRACE_MS } from '../contract.ts'
import { fitToLine } from './encoding/adapt-bitrate.ts'
import { encodeSound } from './encoding/encode-audio.ts'
import { encodePicture } from './encoding/encode-video.ts'
import {
  pictureFrame,
  pictureSettings,
  type SoundCodec,
  soundFrame,
  soundSettings,
} from './encoding/frame-message.ts'
import { type Line, openLine, type SentAway } from './ingest-socket.ts'

export type BroadcastState =
  /** Hidden: browsers draw no pictures of a page that nobody sees. Failed: the encoder gave up. */
  | { kind: 'connecting' | 'live' | 'reconnecting' | 'hidden' | 'ended' | 'failed' }
  | ({ kind: 'sent away' } & SentAway)

/** What is sent just now. */
export type BroadcastFacts = { bitsPerSecond: number; picture: string; sound: SoundCodec | undefined }

export type Broadcast = { facts(): BroadcastFacts; close(): void }

type Sources = { video: HTMLVideoElement; stream: MediaStream; key: string }

const MAX_BITS_PER_SECOND = 2_500_000
const POLL_MS = 500
const POLLS_PER_RATE = 4
/** What waits on so thin a line is dropped. */
const HOPELESS_AFTER_MS = 8_000
/** A browser may start its audio when it likes, or never. */
const AUDIO_WITHIN_MS = 3_000

/** Sends what the camera sees and hears until it is closed, or sent away. */
export function broadcast(
  { video, stream, key }: Sources,
  onState: (state: BroadcastState) => void,
): Broadcast {
  const began = performance.now()
  const since = (timeMs: number) => Math.max(0, timeMs - began)
  const fitNow = fitToLine(MAX_BITS_PER_SECOND)
  const leaving = new AbortController()
  let line: Line | undefined
  let avcC: Uint8Array | undefined
  let sound: { codec: SoundCodec; settings?: Uint8Array } | undefined
  let isAwaitingKeyFrame = true
  let isSkipping = false
  let caughtUpAt = began
  let hiddenAt = Number.POSITIVE_INFINITY
  let sentBytes: number[] = []

  const picture = encodePicture(video, MAX_BITS_PER_SECOND, { settings, frame }, fail)

  function settings(bytes: Uint8Array): void {
    avcC = bytes
  }

  function frame(data: Uint8Array, isKey: boolean, timeMs: number): void {
    if (isSkipping || (isAwaitingKeyFrame && !isKey)) return
    isAwaitingKeyFrame = false
    // The site takes no notice of settings that it knows.
    if (isKey && avcC) line?.send(pictureSettings(avcC, since(timeMs)))
    line?.send(pictureFrame(data, isKey, since(timeMs)))
  }

  function makeSoundSink(codec: SoundCodec) {
    sound = { codec }
    return {
      settings(bytes: Uint8Array, timeMs: number) {
        sound = { codec, settings: bytes }
        line?.send(soundSettings(codec, bytes, since(timeMs)))
      },
      frame: (data: Uint8Array, timeMs: number) => line?.send(soundFrame(codec, data, since(timeMs))),
    }
  }

  function beginWithKeyFrame(): void {
    isAwaitingKeyFrame = true
    picture.askForKeyFrame()
  }

  function connect(): void {
    onState({ kind: 'connecting' })
    line = openLine(key, {
      onOpen() {
        if (sound?.settings) line?.send(soundSettings(sound.codec, sound.settings, since(performance.now())))
        beginWithKeyFrame()
        onState({ kind: 'live' })
      },
      onBroken: () => onState({ kind: 'reconnecting' }),
      onSentAway(why) {
        close()
        onState({ kind: 'sent away', ...why })
      },
    })
  }

  function lookWhetherSeen(): void {
    line?.close()
    line = undefined
    if (document.hidden) {
      hiddenAt = performance.now()
      onState({ kind: 'hidden' })
    } else if (performance.now() - hiddenAt < GRACE_MS) connect()
    else {
      // The stream has ended long since: nobody goes on air again by unlocking his phone.
      close()
      onState({ kind: 'ended' })
    }
  }

  function look(): void {
    const fitted = fitNow(line?.waitingBytes() ?? 0, performance.now())
    picture.setBitsPerSecond(fitted.bitsPerSecond)
    if (isSkipping && !fitted.isSkipping) beginWithKeyFrame()
    if (!fitted.isSkipping) caughtUpAt = performance.now()
    else if (performance.now() - caughtUpAt > HOPELESS_AFTER_MS) line?.restart()
    isSkipping = fitted.isSkipping
    sentBytes = [...sentBytes.slice(-POLLS_PER_RATE), line?.sentBytes() ?? 0]
  }

  /** It goes on without; begun anew, as viewers' players wait for sound that was promised. */
  function loseSound(error: unknown): void {
    if (leaving.signal.aborted) return
    console.error(error)
    sound = undefined
    line?.restart()
  }

  function fail(error: unknown): void {
    if (leaving.signal.aborted) return
    console.error(error)
    close()
    onState({ kind: 'failed' })
  }

  function close(): void {
    leaving.abort()
    line?.close()
    picture.close()
  }

  /** The sound is made ready first: a stream that begins without it would have to begin again. */
  async function begin(): Promise<void> {
    const { signal } = leaving
    if (stream.getAudioTracks().length > 0) {
      const ready = encodeSound(stream, makeSoundSink, loseSound, signal).catch(loseSound)
      await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, AUDIO_WITHIN_MS))])
    }
    if (signal.aborted) return
    const looking = setInterval(look, POLL_MS)
    signal.addEventListener('abort', () => clearInterval(looking))
    document.addEventListener('visibilitychange', lookWhetherSeen, { signal })
    lookWhetherSeen()
  }

  onState({ kind: 'connecting' })
  begin().catch(fail)
  return {
    close,
    facts: () => ({
      bitsPerSecond: bitsPerSecond(sentBytes),
      picture: `${video.videoWidth} × ${video.videoHeight}`,
      sound: sound?.codec,
    }),
  }
}

function bitsPerSecond(sentBytes: number[]): number {
  const bytes = (sentBytes.at(-1) ?? 0) - (sentBytes[0] ?? 0)
  const lookedMs = Math.max(1, sentBytes.length - 1) * POLL_MS
  return Math.max(0, (bytes * 8 * 1_000) / lookedMs)
}
