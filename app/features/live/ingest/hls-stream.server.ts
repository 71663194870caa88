import type { Clock } from '../../../platform/clock.ts'
import { createStreamEpoch, type StreamEpoch, type Tracks } from '../packaging/stream-epoch.server.ts'

/** What viewers of one NPC watch. A publisher that reconnects with the same settings continues the same epoch. */
export type HlsStream = {
  /** Continues the newest epoch, or starts another when the settings differ. */
  openEpoch(tracks: Tracks): StreamEpoch
  /** The newest epoch, or an older one while viewers may still watch its end. */
  epoch(id?: string): StreamEpoch | undefined
  end(): void
}

const MAX_EPOCHS = 3

export function createHlsStream(clock: Clock, onPart: () => void): HlsStream {
  const epochs: StreamEpoch[] = []

  function startEpoch(tracks: Tracks): StreamEpoch {
    epochs.at(-1)?.end()
    const epoch = createStreamEpoch(tracks, clock, onPart)
    epochs.push(epoch)
    epochs.splice(0, epochs.length - MAX_EPOCHS)
    return epoch
  }

  return {
    openEpoch(tracks) {
      const newest = epochs.at(-1)
      const canContinue = newest && !newest.window.isEnded() && hasSameSettings(newest, tracks)
      return canContinue ? newest : startEpoch(tracks)
    },
    epoch: (id) => (id === undefined ? epochs.at(-1) : epochs.find((epoch) => epoch.id === id)),
    end() {
      for (const epoch of epochs) epoch.end()
    },
  }
}

function hasSameSettings(one: Tracks, other: Tracks): boolean {
  const audioSettings = ({ audio }: Tracks) => audio?.settings ?? Buffer.alloc(0)
  return one.video.avcC.equals(other.video.avcC) && audioSettings(one).equals(audioSettings(other))
}
