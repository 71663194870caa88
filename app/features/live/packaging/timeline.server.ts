type Track = 'audio' | 'video'
/** What is added to the timestamps of a publisher's clock. Setting that clock makes another base. */
type Base = { offset: number }
type Place = { timestamp: number; unwrapped: number; base: Base; latest: number; usualStepMs: number }

/** A larger step is not a pause: the publisher's clock was set. */
const MAX_STEP_MS = 10_000
/** Encoders are not exact. A larger step back means that the clock was set. */
const MAX_STEP_BACK_MS = 300
/** Encoders may send one track later than the other. Further apart, the tracks have clocks of their own. */
export const MAX_SKEW_MS = 12_000
const FIRST_STEP_MS = 20
const MAX_USUAL_STEP_MS = 100
const MAX_BASES = 4

/**
 * RTMP timestamps are 32 bits of milliseconds that start anywhere and wrap after 49.7 days. Here the first is `startMs`,
 * and time goes on from there. Each track counts its own wraps; both add the same base, so they stay as far apart as
 * they were sent. When the clock is set, the first track to show it makes a new base, and the other follows.
 */
export function createTimeline(startMs: number) {
  const tracks = new Map<Track, Place>()
  let bases: Base[] = []

  /** Of all bases that make sense, the one that moves the track least. */
  function findBase(unwrapped: number, own: Place | undefined, other: Place | undefined): Base | undefined {
    const known = own ?? other
    if (known === undefined) return undefined
    const stepOf = ({ offset }: Base) => unwrapped + offset - known.latest
    const isNearOther = (base: Base) =>
      base === other?.base && Math.abs(unwrapped + base.offset - other.latest) <= MAX_SKEW_MS
    const possible = [known.base, ...bases].filter(
      (base) =>
        (own === undefined || stepOf(base) >= -MAX_STEP_BACK_MS) &&
        ((own && stepOf(base) <= MAX_STEP_MS) || isNearOther(base)),
    )
    return possible.sort((one, two) => Math.abs(stepOf(one)) - Math.abs(stepOf(two)))[0]
  }

  function addBase(unwrapped: number, known: Place | undefined): Base {
    const base = { offset: (known ? known.latest + known.usualStepMs : startMs) - unwrapped }
    bases = [...bases, base].slice(-MAX_BASES)
    return base
  }

  return {
    place(track: Track, timestamp: number): number {
      const own = tracks.get(track)
      const other = tracks.get(track === 'audio' ? 'video' : 'audio')
      const known = own ?? other
      const unwrapped = known ? known.unwrapped + shortestStep(known.timestamp, timestamp) : timestamp
      const base = findBase(unwrapped, own, other) ?? addBase(unwrapped, known)
      const placed = unwrapped + base.offset
      const latest = Math.max(own?.latest ?? placed, placed)
      const step = own ? placed - own.latest : 0
      const isUsual = step > 0 && step <= MAX_USUAL_STEP_MS
      const usualStepMs = isUsual ? step : (own?.usualStepMs ?? FIRST_STEP_MS)
      tracks.set(track, { timestamp, unwrapped, base, latest, usualStepMs })
      if (other === undefined || other.base === base) bases = [base]
      return placed
    },
    /** The time of a frame that shares the clock of the newest video frame; undefined before there is one. */
    placeBeside(timestamp: number): number | undefined {
      const video = tracks.get('video')
      return video && video.unwrapped + shortestStep(video.timestamp, timestamp) + video.base.offset
    },
  }
}

/** The difference modulo 2^32, forwards or back. */
function shortestStep(from: number, to: number): number {
  return (to - from) | 0
}
