import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { encodeInitSegment, type VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import type { SoundTrack } from '../packaging/audio-track.server.ts'
import { createMediaWindow, type MediaWindow } from '../packaging/media-window.server.ts'
import { createPackager, type Packager } from '../packaging/packager.server.ts'

type Tracks = { video: VideoTrack; audio: SoundTrack | undefined }

/** A stretch of the stream in which the decoders' settings stay the same. */
export type Program = Tracks & {
  /** Part of every name, so that nothing under it ever changes. */
  epoch: string
  window: MediaWindow
  /** As far as any have come yet. */
  hasCaptions: boolean
  packager: Packager
}

/** What the viewers of one NPC see: over reconnects of the publisher the same program, while it is the same camera. */
export type Channel = {
  /** Goes on with the program, or begins another where the settings are different. */
  begin(tracks: Tracks): Program
  /** The newest, or the one of that epoch while somebody may still be watching its end. */
  program(epoch?: string): Program | undefined
  end(): void
}

/** A start at zero would leave no room for sound that is a little early. */
const FIRST_MOMENT_MS = 1_000
const KEPT_PROGRAMS = 3

export function createChannel(clock: Clock, onPart: () => void): Channel {
  const programs: Program[] = []

  function start(tracks: Tracks): Program {
    programs.at(-1)?.window.end()
    const window = createMediaWindow(encodeInitSegment(tracks.video, tracks.audio), clock)
    const packager = createPackager(tracks.audio?.sampleRate, FIRST_MOMENT_MS, {
      closeSegment: window.closeSegment,
      addPart(part) {
        window.addPart(part)
        onPart()
      },
    })
    const program = { hasCaptions: false, ...tracks, epoch: randomBytes(6).toString('hex'), window, packager }
    programs.push(program)
    programs.splice(0, programs.length - KEPT_PROGRAMS)
    return program
  }

  return {
    begin(tracks) {
      const newest = programs.at(-1)
      return newest && !newest.window.isEnded() && isSame(newest, tracks) ? newest : start(tracks)
    },
    program: (epoch) => (epoch === undefined ? programs.at(-1) : programs.find((one) => one.epoch === epoch)),
    end() {
      for (const { window } of programs) window.end()
    },
  }
}

function isSame(one: Tracks, other: Tracks): boolean {
  const sound = (tracks: Tracks) => tracks.audio?.settings ?? Buffer.alloc(0)
  return one.video.avcC.equals(other.video.avcC) && sound(one).equals(sound(other))
}
