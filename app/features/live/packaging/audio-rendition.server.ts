import type { Clock } from '../../../platform/clock.ts'
import { encodeFragment } from '../../../platform/fmp4/fragment.server.ts'
import {
  AUDIO_TRACK_ID,
  encodeInitSegment,
  VIDEO_TIMESCALE,
} from '../../../platform/fmp4/init-segment.server.ts'
import type { HlsAudioTrack } from './audio-config.server.ts'
import type { RenditionReport } from './media-playlist.server.ts'
import { createMediaWindow } from './media-window.server.ts'
import type { Cut } from './part-queue.server.ts'

type Options = {
  audio: HlsAudioTrack
  targetS: number
  clock: Clock
  reportOthers: () => RenditionReport[]
}

/** The audio of a stream alone, in parts of the same times. */
export function createAudioRendition({ audio, targetS, clock, reportOthers }: Options) {
  const window = createMediaWindow(encodeInitSegment(undefined, audio), targetS, clock, reportOthers)
  let sequence = 0
  return {
    window,
    addCut({ startTicks, durationS, audio: run, startedAt }: Cut & { startedAt: Date | undefined }): void {
      sequence += 1
      const decodeTime = Math.round((startTicks / VIDEO_TIMESCALE) * audio.sampleRate)
      const data = encodeFragment(sequence, [run ?? { trackId: AUDIO_TRACK_ID, decodeTime, samples: [] }])
      window.addPart({ data, frames: 0, durationS, startsWithKeyFrame: true, startedAt })
    },
  }
}
