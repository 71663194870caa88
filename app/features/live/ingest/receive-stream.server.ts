import type { Clock } from '../../../platform/clock.ts'
import { type AvcConfig, readAvcConfig } from '../../../platform/fmp4/avc-config.server.ts'
import { repairFrame } from '../../../platform/fmp4/repair-frame.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { type HlsAudioTrack, readAacConfig, readOpusConfig } from '../packaging/audio-config.server.ts'
import { MAX_SHOWN_S, type VideoFrame } from '../packaging/packager.server.ts'
import type { StreamEpoch, Tracks } from '../packaging/stream-epoch.server.ts'
import { createTimeline, type Timeline } from '../packaging/timeline.server.ts'
import { type AudioTag, parseAudioTag, parseVideoTag, type VideoTag } from './flv-tag.server.ts'
import type { HlsStream } from './hls-stream.server.ts'
import { type Publisher, PublishRejected } from './publisher.server.ts'

const KEY_FRAME_WITHIN_MS = 20_000
/** Encoders announce audio first. Video that comes without an announcement waits this long for it. */
const AUDIO_WITHIN_MS = 1_000
/** The length of a window, half a minute, at 20 Mbit/s. */
const MAX_BYTES = 64 * 1024 * 1024
const AUDIO_CODECS = {
  aac: { name: 'AAC', read: readAacConfig },
  opus: { name: 'Opus', read: readOpusConfig },
}
const NO_KEY_FRAMES = 'The video has no key frames. Please set the keyframe interval to 2 seconds.'

/** Puts one publisher's messages into the stream. Throws a `PublishRejected` for what viewers could not play. */
export function receiveStream(hls: HlsStream, clock: Clock): Publisher {
  const writer = createEpochWriter(hls)
  let video: AvcConfig | undefined
  let audio: HlsAudioTrack | undefined
  let firstFrameAt: number | undefined
  let lastKeyFrameAt = clock.now()

  function openWriter(): void {
    const mayAudioFollow = audio === undefined && clock.now() - (firstFrameAt ?? 0) < AUDIO_WITHIN_MS
    if (video && !mayAudioFollow) writer.open({ video, audio })
  }

  function receiveFrame(frame: VideoFrame, timestamp: number): void {
    firstFrameAt ??= clock.now()
    if (frame.isKey) {
      lastKeyFrameAt = clock.now()
      if (!writer.isOpen()) openWriter()
    }
    if (writer.addVideo(frame, timestamp)) return
    // Play on without the gap, from this frame or the next key frame.
    writer.close()
    receiveFrame(frame, timestamp)
  }

  function receiveVideo(tag: VideoTag, timestamp: number): void {
    if (tag.kind === 'unsupported')
      throw new PublishRejected(
        `NPC Stream takes H.264 video, and this is ${tag.codec}. Please choose H.264 (x264) as encoder.`,
      )
    if (tag.kind === 'frame')
      receiveFrame(video ? { ...tag, data: repairFrame(tag.data, video) } : tag, timestamp)
    if (tag.kind !== 'config') return
    const config = readAvcConfig(tag.avcC)
    if (config === undefined) throw new PublishRejected('The settings of the H.264 video cannot be read.')
    if (video?.avcC.equals(config.avcC)) return
    writer.close()
    video = config
  }

  function receiveAudio(tag: AudioTag, timestamp: number): void {
    if (tag.kind === 'unsupported')
      throw new PublishRejected(
        `NPC Stream takes AAC audio, and this is ${tag.codec}. Please choose AAC as encoder.`,
      )
    if (tag.kind === 'frame') writer.addAudio(tag.data, timestamp)
    if (tag.kind !== 'config' || audio?.settings.equals(tag.settings)) return
    writer.close()
    const { name, read } = AUDIO_CODECS[tag.codec]
    const track = read(tag.settings)
    if (track === undefined) throw new PublishRejected(`The settings of the ${name} audio cannot be read.`)
    audio = track
  }

  return {
    receive({ type, timestamp, payload }) {
      if (clock.now() - lastKeyFrameAt > KEY_FRAME_WITHIN_MS) throw new PublishRejected(NO_KEY_FRAMES)
      const videoTag = type === VIDEO ? parseVideoTag(payload) : undefined
      if (videoTag) receiveVideo(videoTag, timestamp)
      const audioTag = type === AUDIO ? parseAudioTag(payload) : undefined
      if (audioTag) receiveAudio(audioTag, timestamp)
    },
    end: writer.close,
  }
}

/** Writes a publisher's frames into the epoch of its settings, each at its time. */
function createEpochWriter(hls: HlsStream) {
  let writing: { epoch: StreamEpoch; timeline: Timeline; lastVideoMs?: number } | undefined
  return {
    isOpen: () => writing !== undefined,
    open(tracks: Tracks): void {
      const epoch = hls.openEpoch(tracks)
      writing = { epoch, timeline: createTimeline(epoch.endMs()) }
    },
    /** False for a timestamp so far ahead that no frame could be shown until then. */
    addVideo(frame: VideoFrame, timestamp: number): boolean {
      if (writing === undefined) return true
      const timeMs = writing.timeline.place('video', timestamp)
      if (timeMs - (writing.lastVideoMs ?? timeMs) > MAX_SHOWN_S * 1_000) return false
      writing.lastVideoMs = timeMs
      writing.epoch.addVideo(timeMs, frame)
      assertBounded(writing.epoch)
      return true
    },
    addAudio(frame: Buffer, timestamp: number): void {
      if (!writing?.epoch.audio) return
      writing.epoch.addAudio(writing.timeline.place('audio', timestamp), frame)
      assertBounded(writing.epoch)
    },
    close(): void {
      writing?.epoch.flush()
      writing = undefined
    },
  }
}

function assertBounded(epoch: StreamEpoch): void {
  if (epoch.bytes() <= MAX_BYTES) return
  epoch.end()
  throw new PublishRejected('That is more than 20 Mbit/s, or too long between key frames. Please send less.')
}
