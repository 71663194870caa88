import type { Clock } from '../../../platform/clock.ts'
import type { VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { readAacConfig } from '../packaging/aac-config.server.ts'
import { readAvcConfig } from '../packaging/avc-config.server.ts'
import type { HlsAudioTrack } from '../packaging/hls-audio-track.server.ts'
import { readOpusConfig } from '../packaging/opus-config.server.ts'
import { MAX_SHOWN_S } from '../packaging/packager.server.ts'
import type { StreamEpoch } from '../packaging/stream-epoch.server.ts'
import { createTimeline, type Timeline } from '../packaging/timeline.server.ts'
import { type AudioTag, parseAudioTag, parseVideoTag, type VideoTag } from './flv-tag.server.ts'
import type { HlsStream } from './hls-stream.server.ts'
import { type Publisher, PublishRejected } from './publisher.server.ts'

type Tag<T extends VideoTag | AudioTag, Kind> = Extract<T, { kind: Kind }>

const KEY_FRAME_WITHIN_MS = 20_000
/** Encoders announce audio first. Video that comes without an announcement waits this long for it. */
const AUDIO_WITHIN_MS = 1_000
/** The length of a window, half a minute, at 20 Mbit/s. */
const MAX_BYTES = 64 * 1024 * 1024

/** Puts one publisher's messages into the stream. Throws a `PublishRejected` for what viewers could not play. */
export function receiveStream(hls: HlsStream, clock: Clock): Publisher {
  let video: VideoTrack | undefined
  let audio: HlsAudioTrack | undefined
  let playing: { epoch: StreamEpoch; timeline: Timeline; lastVideoMs?: number } | undefined
  let firstFrameAt: number | undefined
  let lastKeyFrameAt = clock.now()

  /** Publishes what came so far; the stream goes on with a key frame. */
  function pause(): void {
    playing?.epoch.flush()
    playing = undefined
  }

  function play(): typeof playing {
    const mayAudioFollow = audio === undefined && clock.now() - (firstFrameAt ?? 0) < AUDIO_WITHIN_MS
    if (video === undefined || mayAudioFollow) return undefined
    const epoch = hls.openEpoch({ video, audio })
    return { epoch, timeline: createTimeline(epoch.endMs()) }
  }

  function receiveFrame(frame: Tag<VideoTag, 'frame'>, timestamp: number): void {
    firstFrameAt ??= clock.now()
    if (frame.isKey) {
      lastKeyFrameAt = clock.now()
      playing ??= play()
    }
    if (playing === undefined) return
    const timeMs = playing.timeline.place('video', timestamp)
    const isLeap = timeMs - (playing.lastVideoMs ?? timeMs) > MAX_SHOWN_S * 1_000
    if (isLeap) {
      // Nothing could be shown during the gap: play on without it, from this frame or the next key frame.
      pause()
      receiveFrame(frame, timestamp)
      return
    }
    playing.lastVideoMs = timeMs
    playing.epoch.addVideo(timeMs, frame)
    assertBounded(playing.epoch)
  }

  function receiveVideo(tag: VideoTag, timestamp: number): void {
    if (tag.kind === 'unsupported') throw unsupportedVideo(tag.codec)
    if (tag.kind === 'frame') receiveFrame(tag, timestamp)
    if (tag.kind !== 'config' || video?.avcC.equals(tag.avcC)) return
    pause()
    video = readVideoConfig(tag)
  }

  function receiveAudio(tag: AudioTag, timestamp: number): void {
    if (tag.kind === 'unsupported') throw unsupportedAudio(tag.codec)
    if (tag.kind === 'config') {
      if (audio?.settings.equals(tag.settings)) return
      pause()
      audio = readAudioConfig(tag)
    } else if (playing?.epoch.audio) {
      playing.epoch.addAudio(playing.timeline.place('audio', timestamp), tag.data)
      assertBounded(playing.epoch)
    }
  }

  return {
    receive({ type, timestamp, payload }) {
      if (clock.now() - lastKeyFrameAt > KEY_FRAME_WITHIN_MS) throw withoutKeyFrames()
      const videoTag = type === VIDEO ? parseVideoTag(payload) : undefined
      if (videoTag) receiveVideo(videoTag, timestamp)
      const audioTag = type === AUDIO ? parseAudioTag(payload) : undefined
      if (audioTag) receiveAudio(audioTag, timestamp)
    },
    end: pause,
  }
}

function readVideoConfig({ avcC }: Tag<VideoTag, 'config'>): VideoTrack {
  const track = readAvcConfig(avcC)
  if (track) return track
  throw new PublishRejected('The settings of the H.264 video cannot be read.')
}

function readAudioConfig({ codec, settings }: Tag<AudioTag, 'config'>): HlsAudioTrack {
  const track = codec === 'opus' ? readOpusConfig(settings) : readAacConfig(settings)
  if (track) return track
  throw new PublishRejected(`The settings of the ${codec === 'opus' ? 'Opus' : 'AAC'} sound cannot be read.`)
}

function assertBounded(epoch: StreamEpoch): void {
  if (epoch.bytes() <= MAX_BYTES) return
  epoch.end()
  throw new PublishRejected('That is more than 20 Mbit/s, or too long between key frames. Please send less.')
}

function unsupportedVideo(codec: string): PublishRejected {
  const sentence = `NPC Stream takes H.264 video, and this is ${codec}. Please choose H.264 (x264) as encoder.`
  return new PublishRejected(sentence)
}

function unsupportedAudio(codec: string): PublishRejected {
  return new PublishRejected(
    `NPC Stream takes AAC sound, and this is ${codec}. Please choose AAC as encoder.`,
  )
}

function withoutKeyFrames(): PublishRejected {
  return new PublishRejected('The video has no key frames. Please set the keyframe interval to 2 seconds.')
}
