import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { hasCaptions } from '../../../platform/fmp4/h264-captions.server.ts'
import { unitLengthBytes } from '../../../platform/fmp4/h264-units.server.ts'
import { encodeInitSegment, type VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import type { HlsAudioTrack } from './audio-config.server.ts'
import { createAudioRendition } from './audio-rendition.server.ts'
import { createLowerRendition } from './lower-rendition.server.ts'
import { PLAYLIST_NAME, type RenditionReport } from './media-playlist.server.ts'
import { createMediaWindow, type MediaWindow } from './media-window.server.ts'
import { createPackager, type VideoFrame } from './packager.server.ts'
import type { Cut } from './part-queue.server.ts'
import { createStill } from './still.server.ts'

/** `lower` has the qualities beside the first, by the number that the publisher gives to the track. */
export type Tracks = {
  video: VideoTrack
  audio: HlsAudioTrack | undefined
  lower: ReadonlyMap<number, VideoTrack>
}

export type EpochListeners = {
  onPart(): void
  /** A lower quality that does not fit the first has ended: this epoch goes on without it. */
  onDrop(track: number, reason: string): void
}

/** A stretch of a stream with the same decoder settings: one playlist per rendition. */
export type StreamEpoch = ReturnType<typeof createStreamEpoch>

/** Starting at zero would leave no room for audio that is a little early. */
const START_MS = 1_000

export function createStreamEpoch(tracks: Tracks, targetS: number, clock: Clock, listeners: EpochListeners) {
  const { video, audio } = tracks
  /** Part of every URL, so that the content of a URL never changes. */
  const id = randomBytes(6).toString('hex')
  const window = createMediaWindow(encodeInitSegment(video, audio), targetS, clock, () => reportAllBut(id))
  const audioOnly =
    audio && createAudioRendition({ audio, targetS, clock, reportOthers: () => reportAllBut(audioId) })
  const audioId = `${id}-audio`
  const lower = new Map(
    [...tracks.lower].map(([track, lowerVideo]) => {
      const reportOthers = () => reportAllBut(lowerId(track))
      const onDrop = (reason: string) => listeners.onDrop(track, reason)
      return [track, createLowerRendition({ video: lowerVideo, audio, targetS, clock, reportOthers, onDrop })]
    }),
  )
  const packager = createPackager(
    { audioRate: audio?.sampleRate, startMs: START_MS, targetS },
    {
      closeSegment() {
        window.closeSegment()
        audioOnly?.window.closeSegment()
        for (const rendition of lower.values()) rendition.closeSegment()
      },
      addPart(part, cut) {
        window.addPart(part)
        addCut({ ...cut, startedAt: window.newest()?.startedAt })
        listeners.onPart()
      },
    },
  )
  const still = createStill(video)
  let captionsSeen = false

  function addCut(cut: Cut & { startedAt: Date | undefined }): void {
    audioOnly?.addCut(cut)
    for (const rendition of lower.values()) rendition.addCut(cut)
  }

  const lowerId = (track: number) => `${id}-${track}`

  /** By the id in their URLs, the first quality first. */
  function windows(): Map<string, MediaWindow> {
    const all = new Map([[id, window]])
    for (const [track, rendition] of lower) all.set(lowerId(track), rendition.window)
    if (audioOnly) all.set(audioId, audioOnly.window)
    return all
  }

  function reportAllBut(own: string): RenditionReport[] {
    return [...windows()].flatMap(([other, { newest, isEnded }]) => {
      const reported = other === own || isEnded() ? undefined : newest()
      return reported ? { uri: `../${other}/${PLAYLIST_NAME}`, ...reported } : []
    })
  }

  return {
    video,
    audio,
    /** No segment is longer. It never changes, as the playlist announces it. */
    targetS,
    id,
    window,
    windows,
    /** The qualities beside the first that have not been dropped. */
    lower: () => new Map([...lower].filter(([, rendition]) => !rendition.window.isEnded())),
    still: still.file,
    /** False for a frame that is too late for the target duration. */
    addVideo(timeMs: number, frame: VideoFrame): boolean {
      if (!packager.addVideo(timeMs, frame)) return false
      if (frame.isKey) still.replace(frame.data)
      captionsSeen ||= hasCaptions(frame.data, unitLengthBytes(video.avcC))
      return true
    },
    addLowerVideo: (track: number, timeMs: number, frame: VideoFrame) =>
      lower.get(track)?.addVideo(timeMs, frame),
    addAudio(timeMs: number, frame: Buffer): void {
      if (audio) packager.addAudio(timeMs, frame, audio.samplesIn(frame))
    },
    flush(): void {
      packager.flush()
      for (const rendition of lower.values()) rendition.flush()
    },
    endLower: (track: number) => lower.get(track)?.end(),
    endMs: packager.endMs,
    hasCaptions: () => captionsSeen,
    bytes(): number {
      const inWindows = [...windows().values()].reduce((sum, each) => sum + each.bytes(), 0)
      const inLower = [...lower.values()].reduce((sum, { heldBytes }) => sum + heldBytes(), 0)
      return inWindows + inLower + packager.heldBytes() + still.bytes()
    },
    end(): void {
      for (const each of windows().values()) each.end()
    },
  }
}
