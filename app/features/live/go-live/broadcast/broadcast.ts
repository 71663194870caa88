import { GRACE_MS } from '../../contract.ts'
import { encodeAudio } from '../encoding/encode-audio.ts'
import { encodeVideo } from '../encoding/encode-video.ts'
import { type AudioCodec, type AudioSink, createFrameSender } from '../encoding/frame-sender.ts'
import { encodedSize } from '../encoding/h264-encoder.ts'
import { canPlayStill } from './can-play-still.ts'
import { confirmLive } from './confirm-live.ts'
import { controlBitrate, MAX_BITS_PER_SECOND } from './control-bitrate.ts'
import { type IngestSocket, type LiveNews, openIngestSocket, type Rejection } from './ingest-socket.ts'

/**
 * Live: viewers can play the stream. Unplayable: they get it and cannot. Interrupted: they get nothing new. Failed: the
 * browser could not encode the video.
 */
export type BroadcastState =
  | {
      kind:
        | 'connecting'
        | 'live'
        | 'unplayable'
        | 'interrupted'
        | 'reconnecting'
        | 'hidden'
        | 'ended'
        | 'failed'
    }
  | ({ kind: 'rejected' } & Rejection)

export type Broadcast = ReturnType<typeof broadcast>
export type BroadcastFacts = ReturnType<Broadcast['facts']>
export type BroadcastSources = { video: HTMLVideoElement; stream: MediaStream; key: string }

/** Browsers may start audio late, or never. */
const MAX_AUDIO_START_MS = 2_000

export function isOver({ kind }: BroadcastState): boolean {
  return kind === 'ended' || kind === 'failed' || kind === 'rejected'
}

/** Publishes the camera's video and audio until it is closed or over. */
export function broadcast(
  { video, stream, key }: BroadcastSources,
  onState: (state: BroadcastState) => void,
) {
  const closing = new AbortController()
  const { signal } = closing
  let socket: () => IngestSocket | undefined = () => undefined
  const frames = createFrameSender((message) => socket()?.send(message), performance.now())
  const encoding = encodeVideo(video, MAX_BITS_PER_SECOND, frames, fail)
  const bitrate = controlBitrate({ socket: () => socket(), encoding, frames, onCaughtUp: startWithKeyFrame })

  function report(state: BroadcastState): void {
    if (isOver(state)) close()
    onState(state)
  }

  function startWithKeyFrame(): void {
    frames.awaitKeyFrame()
    encoding.requestKeyFrame()
  }

  function canPlay(stillUrl: string, whileOpen: AbortSignal): Promise<boolean> {
    const size = encodedSize({ width: video.videoWidth, height: video.videoHeight })
    return canPlayStill(stillUrl, size, whileOpen)
  }

  function onOpen(): void {
    frames.repeatAudioSettings(performance.now())
    startWithKeyFrame()
  }

  /** The server starts again with the audio at the next key frame. */
  function openAudio(codec: AudioCodec): AudioSink {
    encoding.requestKeyFrame()
    return frames.openAudio(codec)
  }

  /** Restarts without audio, because viewers' players would wait for the audio that was announced. */
  function dropAudio(error: unknown): void {
    if (signal.aborted) return
    console.error(error)
    if (frames.audioCodec() === undefined) return
    frames.dropAudio()
    socket()?.restart()
  }

  function fail(error: unknown): void {
    if (signal.aborted) return
    console.error(error)
    report({ kind: 'failed' })
  }

  function close(): void {
    closing.abort()
    encoding.close()
  }

  /** Audio first: a stream that starts without it has to start again when it comes. */
  async function start(): Promise<void> {
    if (stream.getAudioTracks().length > 0)
      await Promise.race([
        encodeAudio(stream, openAudio, dropAudio, signal).catch(dropAudio),
        new Promise((resolve) => setTimeout(resolve, MAX_AUDIO_START_MS)),
      ])
    if (signal.aborted) return
    bitrate.start(signal)
    socket = openVisibleSocket(
      key,
      { onOpen, canPlay, onState: report, onLeaveOut: () => encoding.endLower('viewers do not get it') },
      signal,
    )
  }

  onState({ kind: 'connecting' })
  start().catch(fail)
  return {
    close,
    facts: () => ({
      bitsPerSecond: bitrate.sentBitsPerSecond(),
      video: [{ width: video.videoWidth, height: video.videoHeight }, encoding.lowerSize()]
        .flatMap((size) => (size ? `${size.width} × ${size.height}` : []))
        .join(', '),
      audio: frames.audioCodec(),
    }),
  }
}

type Listeners = {
  onOpen(): void
  canPlay(stillUrl: string, whileOpen: AbortSignal): Promise<boolean>
  onState(state: BroadcastState): void
  onLeaveOut(): void
}

/** Connected while the page is visible, since browsers draw no video of a hidden page. */
function openVisibleSocket(
  key: string,
  { onOpen, canPlay, onState, onLeaveOut }: Listeners,
  signal: AbortSignal,
) {
  let socket: IngestSocket | undefined
  let hiddenAt = Number.POSITIVE_INFINITY
  let confirming = new AbortController()

  function onNews(news: LiveNews): void {
    if ('leftOut' in news) onLeaveOut()
    else onStreamState(news)
  }

  function onStreamState({ state, stillUrl }: Exclude<LiveNews, { leftOut: number }>): void {
    confirming.abort()
    confirming = new AbortController()
    const { signal: whileOpen } = confirming
    if (state === 'live') void confirmLive(() => canPlay(stillUrl, whileOpen), onState, whileOpen)
    else onState({ kind: 'interrupted' })
  }

  function onBroken(): void {
    confirming.abort()
    onState({ kind: 'reconnecting' })
  }

  function connect(): void {
    onState({ kind: 'connecting' })
    const onRejected = (why: Rejection) => onState({ kind: 'rejected', ...why })
    socket = openIngestSocket(key, { onOpen, onNews, onBroken, onRejected })
  }

  function disconnect(): void {
    confirming.abort()
    socket?.close()
    socket = undefined
  }

  function onVisibilityChange(): void {
    disconnect()
    if (document.hidden) {
      hiddenAt = performance.now()
      onState({ kind: 'hidden' })
    } else if (performance.now() - hiddenAt < GRACE_MS) connect()
    // After the grace period viewers see the stream as ended; unlocking a phone must not put its owner back on air.
    else onState({ kind: 'ended' })
  }

  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  signal.addEventListener('abort', disconnect)
  onVisibilityChange()
  return () => socket
}
