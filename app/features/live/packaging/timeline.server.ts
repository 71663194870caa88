/** Where a stream's own time lies in ours. Audio and video are separate tracks of one clock. */
export type Timeline = { place(track: Track, timestamp: number): number }

type Track = 'audio' | 'video'
type Placed = { timestamp: number; placed: number }

/** Larger steps are no pause but a clock that was set. */
const MAX_STEP_MS = 10_000
const MAX_STEP_BACK_MS = 1_000
const STEP_WHEN_SET_MS = 20

/**
 * RTMP counts milliseconds in 32 bits from anywhere and wraps after 49.7 days; here the first moment is `startMs`, and
 * time goes on from there. A track never falls more than a second behind the latest moment it has reached.
 */
export function createTimeline(startMs: number): Timeline {
  const tracks = new Map<Track, Placed & { latest: number }>()
  let last: Placed | undefined

  /** By the track's own last message: a track that is always late stays just as late. */
  function followTrack(track: Track, timestamp: number): number | undefined {
    const known = tracks.get(track)
    if (known === undefined) return undefined
    const step = shortestWay(known.timestamp, timestamp)
    const placed = known.placed + step
    const isSet = step > MAX_STEP_MS || placed < known.latest - MAX_STEP_BACK_MS
    return isSet ? undefined : placed
  }

  /** By the last message of any track: when the clock was set, the second track follows the first. */
  function followLast(track: Track, timestamp: number): number | undefined {
    if (last === undefined) return startMs
    const step = shortestWay(last.timestamp, timestamp)
    const placed = last.placed + step
    const latest = tracks.get(track)?.latest ?? last.placed - MAX_STEP_MS
    return Math.abs(step) > MAX_STEP_MS || placed < latest - MAX_STEP_BACK_MS ? undefined : placed
  }

  return {
    place(track, timestamp) {
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

/** Around the clock, forwards or back. */
function shortestWay(from: number, to: number): number {
  return (to - from) | 0
}
