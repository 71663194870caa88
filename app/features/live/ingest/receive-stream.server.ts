import type { Clock } from '../../../platform/clock.ts'
import { type AvcConfig, readAvcConfig } from '../../../platform/fmp4/avc-config.server.ts'
import { repairFrame } from '../../../platform/fmp4/repair-frame.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { type HlsAudioTrack, readAacConfig, readOpusConfig } from '../packaging/audio-config.server.ts'
import type { VideoFrame } from '../packaging/packager.server.ts'
import { createEpochWriter, type EpochWriter } from './epoch-writer.server.ts'
import { type AudioTag, parseAudioTag, parseVideoTracks, type VideoTag } from './flv-tag.server.ts'
import { type HlsStream, NO_LISTENERS, type QualityListeners } from './hls-stream.server.ts'
import { createLowerTracks } from './lower-tracks.server.ts'
import { type Publisher, PublishRejected } from './publisher.server.ts'
import { explainUnplayable } from './unplayable-profile.server.ts'

const KEY_FRAME_WITHIN_MS = 20_000
/** Encoders announce audio first. Video that comes without an announcement waits this long for it. */
const AUDIO_WITHIN_MS = 1_000
const AUDIO_CODECS = {
  aac: { name: 'AAC', read: readAacConfig },
  opus: { name: 'Opus', read: readOpusConfig },
}
const NO_VIDEO = 'There is no video, only audio. Please add a video source, with H.264 (x264) as encoder.'
const NO_KEY_FRAMES = 'The video has no key frames. Please set the keyframe interval to 2 seconds.'

/** Puts one publisher's messages into the stream. Throws a `PublishRejected` for what viewers could not play. */
export function receiveStream(hls: HlsStream, clock: Clock): Publisher {
  return receiveInto(createEpochWriter(hls), hls.listeners, clock)
}

/** Throws what `receiveStream` would throw later, when the messages of a delayed stream are due. */
export function checkStream(clock: Clock): Pick<Publisher, 'receive'> {
  return receiveInto(NO_WRITER, NO_LISTENERS, clock)
}

const NO_WRITER: EpochWriter = {
  isOpen: () => true,
  open: () => {},
  addVideo: () => {},
  addLowerVideo: () => {},
  forgetLower: () => {},
  isLowerDropped: () => false,
  endLower: () => {},
  addAudio: () => {},
  close: () => {},
  forgetAudio: () => {},
}

function receiveInto(writer: EpochWriter, listeners: QualityListeners, clock: Clock): Publisher {
  const lower = createLowerTracks(writer, listeners)
  let video: AvcConfig | undefined
  let audio: HlsAudioTrack | undefined
  let firstFrameAt: number | undefined
  let lastFrameAt = Number.NEGATIVE_INFINITY
  let lastKeyFrameAt = clock.now()

  function openWriter(): void {
    const mayAudioFollow = audio === undefined && clock.now() - (firstFrameAt ?? 0) < AUDIO_WITHIN_MS
    if (video && !mayAudioFollow) writer.open({ video, audio, lower: lower.configs() })
  }

  function receiveFrame(frame: VideoFrame, timestamp: number): void {
    firstFrameAt ??= clock.now()
    lastFrameAt = clock.now()
    if (frame.isKey) {
      lastKeyFrameAt = clock.now()
      lower.receiveKeyFrame(timestamp)
      if (!writer.isOpen()) openWriter()
    }
    writer.addVideo(frame, timestamp)
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
    const unplayable = explainUnplayable(config.sps)
    if (unplayable) throw new PublishRejected(unplayable)
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
    writer.forgetAudio()
    const { name, read } = AUDIO_CODECS[tag.codec]
    const track = read(tag.settings)
    if (track === undefined) throw new PublishRejected(`The settings of the ${name} audio cannot be read.`)
    audio = track
  }

  return {
    receive({ type, timestamp, payload }) {
      const isOverdue = (sinceMs: number) => clock.now() - sinceMs > KEY_FRAME_WITHIN_MS
      if (isOverdue(lastKeyFrameAt))
        throw new PublishRejected(isOverdue(lastFrameAt) ? NO_VIDEO : NO_KEY_FRAMES)
      for (const { track, tag } of type === VIDEO ? parseVideoTracks(payload) : [])
        if (track === 0) receiveVideo(tag, timestamp)
        else lower.receive(track, tag, timestamp)
      const audioTag = type === AUDIO ? parseAudioTag(payload) : undefined
      if (audioTag) receiveAudio(audioTag, timestamp)
    },
    end: writer.close,
  }
}
