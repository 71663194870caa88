import type { Clock } from '../../../platform/clock.ts'
import { hasCaptions } from '../../../platform/fmp4/h264-captions.server.ts'
import type { VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import type { RtmpMessage } from '../../../platform/rtmp/chunk-reader.server.ts'
import { AUDIO, VIDEO } from '../../../platform/rtmp/message-types.server.ts'
import { readAacConfig } from '../packaging/aac-config.server.ts'
import type { SoundTrack } from '../packaging/audio-track.server.ts'
import { readAvcConfig } from '../packaging/avc-config.server.ts'
import { readOpusConfig } from '../packaging/opus-config.server.ts'
import { MAX_SHOWN_S } from '../packaging/packager.server.ts'
import { createTimeline, type Timeline } from '../packaging/timeline.server.ts'
import { type AudioTag, parseAudioTag, parseVideoTag, type VideoTag } from './flv-tag.server.ts'
import type { Channel, Program } from './hls-stream.server.ts'
import { type Publisher, PublishRejected } from './publisher.server.ts'

type Frame = Extract<VideoTag, { kind: 'frame' }>
type SoundSettings = Extract<AudioTag, { kind: 'config' }>

const KEY_FRAME_WITHIN_MS = 20_000
/** Sound is told of at the start, if there is any; a picture that comes alone waits this long for it. */
const SOUND_WITHIN_MS = 1_000
/** Half a minute of 20 Mbit/s, as long as a window is. */
const MAX_BYTES = 64 * 1024 * 1024

function lengthBytes({ avcC }: VideoTrack): number {
  return ((avcC[4] ?? 3) & 3) + 1
}

/** One publisher's messages, put onto the channel. Throws a `PublishRejected` at what viewers could not see. */
export function receiveStream(channel: Channel, clock: Clock): Publisher {
  let video: VideoTrack | undefined
  let audio: SoundTrack | undefined
  let playing: { program: Program; timeline: Timeline; lastVideoMs?: number } | undefined
  let firstFrameAt: number | undefined
  let lastKeyFrameAt = clock.now()

  /** What was sent up to here is given out; the rest begins with a key frame. */
  function pause(): void {
    playing?.program.packager.flush()
    playing = undefined
  }

  function receiveVideo(tag: VideoTag, timestamp: number): void {
    if (tag.kind === 'unsupported')
      throw new PublishRejected(
        `NPC Stream takes H.264 video, and this is ${tag.codec}. Please choose H.264 (x264) as encoder.`,
      )
    if (tag.kind === 'config') configureVideo(tag.avcC)
    if (tag.kind === 'frame') receiveFrame(tag, timestamp)
  }

  function configureVideo(avcC: Buffer): void {
    if (video?.avcC.equals(avcC)) return
    pause()
    video = readAvcConfig(avcC)
    if (video === undefined) throw new PublishRejected('The settings of the H.264 video cannot be read.')
  }

  function receiveFrame(frame: Frame, timestamp: number): void {
    firstFrameAt ??= clock.now()
    if (frame.isKey) lastKeyFrameAt = clock.now()
    if (frame.isKey) playing ??= begin(firstFrameAt)
    if (playing === undefined) return
    const { program, timeline, lastVideoMs } = playing
    const timeMs = timeline.place('video', timestamp)
    if (timeMs - (lastVideoMs ?? timeMs) > MAX_SHOWN_S * 1_000) {
      skipLeap(frame, timestamp)
      return
    }
    playing.lastVideoMs = timeMs
    program.hasCaptions ||= hasCaptions(frame.data, lengthBytes(program.video))
    program.packager.addVideo(timeMs, frame)
    assertBounded(program)
  }

  /** No frame can be shown until then: the stream goes on at once, with this frame or the next key frame. */
  function skipLeap(frame: Frame, timestamp: number): void {
    pause()
    receiveFrame(frame, timestamp)
  }

  function assertBounded({ window, packager }: Program): void {
    if (window.bytes() + packager.heldBytes() <= MAX_BYTES) return
    window.end()
    throw new PublishRejected(
      'That is more than 20 Mbit/s, or too long between key frames. Please send less.',
    )
  }

  function begin(sentSince: number): typeof playing {
    const isSoundAwaited = audio === undefined && clock.now() - sentSince < SOUND_WITHIN_MS
    if (video === undefined || isSoundAwaited) return undefined
    const program = channel.begin({ video, audio })
    return { program, timeline: createTimeline(program.packager.endMs()) }
  }

  function receiveAudio(tag: AudioTag, timestamp: number): void {
    if (tag.kind === 'unsupported')
      throw new PublishRejected(
        `NPC Stream takes AAC sound, and this is ${tag.codec}. Please choose AAC as encoder.`,
      )
    if (tag.kind === 'config') configureAudio(tag)
    else receiveSound(tag.data, timestamp)
  }

  function receiveSound(data: Buffer, timestamp: number): void {
    if (playing === undefined || audio === undefined) return
    const { program, timeline } = playing
    program.packager.addAudio(timeline.place('audio', timestamp), data, audio.samplesIn(data))
    assertBounded(program)
  }

  function configureAudio({ codec, settings }: SoundSettings): void {
    if (audio?.settings.equals(settings)) return
    pause()
    audio = codec === 'opus' ? readOpusConfig(settings) : readAacConfig(settings)
    if (audio === undefined)
      throw new PublishRejected(
        `The settings of the ${codec === 'opus' ? 'Opus' : 'AAC'} sound cannot be read.`,
      )
  }

  return {
    receive({ type, timestamp, payload }: RtmpMessage) {
      if (clock.now() - lastKeyFrameAt > KEY_FRAME_WITHIN_MS)
        throw new PublishRejected(
          'The video has no key frames. Please set the keyframe interval to 2 seconds.',
        )
      if (type === VIDEO) {
        const tag = parseVideoTag(payload)
        if (tag) receiveVideo(tag, timestamp)
      } else if (type === AUDIO) {
        const tag = parseAudioTag(payload)
        if (tag) receiveAudio(tag, timestamp)
      }
    },
    end: pause,
  }
}
