export type Timeline = ReturnType<typeof createTimeline>
type Track = 'audio' | 'video'
type Placed = { timestamp: number; placed: number }

/** A larger step is not a pause: the publisher's clock was set. */
const MAX_STEP_MS = 10_000
const MAX_STEP_BACK_MS = 1_000
const STEP_WHEN_SET_MS = 20

/**
 * RTMP timestamps are 32 bits of milliseconds that start anywhere and wrap after 49.7 days. Here the first is `startMs`,
 * and time goes on from there. A track never falls more than a second behind its latest time.
 */
export function createTimeline(startMs: number) {
  const tracks = new Map<Track, Placed & { latest: number }>()
  let last: Placed | undefined

  /** From the track's own last message, so that a track that is always late stays equally late. */
  function followTrack(track: Track, timestamp: number): number | undefined {
    const known = tracks.get(track)
    if (known === undefined) return undefined
    const step = shortestStep(known.timestamp, timestamp)
    const placed = known.placed + step
    const isSet = step > MAX_STEP_MS || placed < known.latest - MAX_STEP_BACK_MS
    return isSet ? undefined : placed
  }

  /** From the last message of any track: when the clock was set, the second track follows the first. */
  function followLast(track: Track, timestamp: number): number | undefined {
    if (last === undefined) return startMs
    const step = shortestStep(last.timestamp, timestamp)
    const placed = last.placed + step
    const latest = tracks.get(track)?.latest ?? last.placed - MAX_STEP_MS
    return Math.abs(step) > MAX_STEP_MS || placed < latest - MAX_STEP_BACK_MS ? undefined : placed
  }

  return {
    place(track: Track, timestamp: number): number {
      const latest = tracks.get(track)?.latest
      const placed =
        followTrack(track, timestamp) ??
        followLast(track, timestamp) ??
        (latest ?? last?.placed ?? startMs) + STEP_WHEN_SET_MS
      last = { timestamp, placed }
      tracks.set(track, { ...last, latest: Math.max(latest ?? placed, placed) })
      return placed
    },
  }
}

/** The difference modulo 2^32, forwards or back. */
function shortestStep(from: number, to: number): number {
  return (to - from) | 0
}
