import type { Clock } from '../../../platform/clock.ts'
import { SEGMENT_S } from '../packaging/packager.server.ts'
import {
  createStreamEpoch,
  type EpochListeners,
  type StreamEpoch,
  type Tracks,
} from '../packaging/stream-epoch.server.ts'

export type HlsStream = ReturnType<typeof createHlsStream>

const MAX_EPOCHS = 3
const LONGER_TARGETS_S = [4, 10, 20]

/** The next of the target durations that an epoch may have. */
export function longerTarget(targetS: number): number | undefined {
  return LONGER_TARGETS_S.find((longerS) => longerS > targetS)
}

/** What becomes of a quality beside the first. */
export type QualityListeners = Pick<EpochListeners, 'onDrop'> & {
  /** One that was dropped fits again. */
  onReturn(track: number): void
  /** Viewers could not play it, so they never get it. */
  onLeaveOut(track: number, reason: string): void
}

export const NO_LISTENERS: QualityListeners = { onDrop() {}, onReturn() {}, onLeaveOut() {} }

/** What viewers of one NPC watch. A publisher that reconnects with the same settings continues the same epoch. */
export function createHlsStream(clock: Clock, onPart: EpochListeners['onPart'], listeners = NO_LISTENERS) {
  const epochs: StreamEpoch[] = []
  let delayMs = 0
  let isDelayNew = false

  function startEpoch(tracks: Tracks, targetS: number): StreamEpoch {
    epochs.at(-1)?.end()
    const ownDelayMs = delayMs
    isDelayNew = false
    const received = { now: () => clock.now() - ownDelayMs }
    const epoch = createStreamEpoch(tracks, targetS, received, { onPart, onDrop: listeners.onDrop })
    epochs.push(epoch)
    epochs.splice(0, epochs.length - MAX_EPOCHS)
    return epoch
  }

  return {
    openEpoch(tracks: Tracks, minTargetS = SEGMENT_S): StreamEpoch {
      const newest = epochs.at(-1)
      const isOpen = newest && !newest.window.isEnded() && newest.targetS >= minTargetS && !isDelayNew
      return isOpen && hasSameSettings(newest, tracks) ? newest : startEpoch(tracks, minTargetS)
    },
    /** The newest epoch, or an older one while viewers may still watch its end. */
    epoch: (id = epochs.at(-1)?.id) => epochs.find((epoch) => epoch.id === id),
    /** By the id in its URL. */
    rendition: (id: string) => epochs.map((epoch) => epoch.windows().get(id)).find(Boolean),
    listeners,
    /** Frames come in this late. Playlists name the time at which the site received them, so a new delay needs a new one. */
    setDelay(ms: number): void {
      isDelayNew = true
      delayMs = ms
    },
    end(): void {
      for (const epoch of epochs) epoch.end()
    },
    /** Ends it, and keeps nothing for viewers. */
    remove(): void {
      for (const epoch of epochs.splice(0)) epoch.end()
    },
  }
}

function hasSameSettings(epoch: StreamEpoch, tracks: Tracks): boolean {
  const audioSettings = ({ audio }: Pick<Tracks, 'audio'>) => audio?.settings ?? Buffer.alloc(0)
  const lower = epoch.lower()
  return (
    epoch.video.avcC.equals(tracks.video.avcC) &&
    audioSettings(epoch).equals(audioSettings(tracks)) &&
    lower.size === tracks.lower.size &&
    [...lower].every(([track, { video }]) => tracks.lower.get(track)?.avcC.equals(video.avcC))
  )
}
