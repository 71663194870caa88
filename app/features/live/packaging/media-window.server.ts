import type { Clock } from '../../../platform/clock.ts'
import { encodeMediaPlaylist, type RenditionReport } from './media-playlist.server.ts'
import { PART_TARGET_S } from './packager.server.ts'
import type { Part } from './part-queue.server.ts'
import { createSegmentStore } from './segment-store.server.ts'

export type MediaWindow = ReturnType<typeof createMediaWindow>
type Waiter = { segment: number; part: number | undefined; listed: Promise<void>; wake(): void }

/** RFC 8216bis, 6.2.5.2, permits a limit; players that change the quality may ask for a whole segment too much. */
const SEGMENTS_AHEAD = 2
const PARTS_AHEAD_S = 3

/** The last seconds of a rendition, and the requests that wait for the next part. */
export function createMediaWindow(
  init: Buffer,
  targetS: number,
  clock: Clock,
  reportOthers: () => RenditionReport[] = () => [],
) {
  const store = createSegmentStore(init, targetS, clock)
  const waiters = new Map<string, Waiter>()
  let partTargetS = PART_TARGET_S
  let isEnded = false
  let encoded: Buffer | undefined

  function isListed(segment: number, part: number | undefined): boolean {
    if (segment < store.openNumber()) return true
    return segment === store.openNumber() && part !== undefined && part < store.openParts()
  }

  function publishChange(): void {
    encoded = undefined
    for (const waiter of waiters.values()) if (isEnded || isListed(waiter.segment, waiter.part)) waiter.wake()
  }

  /**
   * Resolves when the part is listed, or when waiting is of no use: at the end, or `patienceMs` after the first request
   * for it. All requests for the same part share one promise and one timer.
   */
  function untilListed(segment: number, part: number | undefined, patienceMs: number): Promise<void> {
    if (isEnded || isListed(segment, part)) return Promise.resolve()
    const key = `${segment}.${part}`
    const waiter = waiters.get(key) ?? wait(key, segment, part, patienceMs)
    return waiter.listed
  }

  function wait(key: string, segment: number, part: number | undefined, patienceMs: number): Waiter {
    const { promise: listed, resolve } = Promise.withResolvers<void>()
    const patience = setTimeout(wake, patienceMs)
    function wake(): void {
      clearTimeout(patience)
      waiters.delete(key)
      resolve()
    }
    const waiter = { segment, part, listed, wake }
    waiters.set(key, waiter)
    return waiter
  }

  return {
    addPart(part: Part): void {
      store.addPart(part)
      partTargetS = Math.max(partTargetS, part.durationS)
      publishChange()
    },
    closeSegment(): void {
      store.closeSegment()
      publishChange()
    },
    /** Made once, however many wait for it. */
    playlist(): Buffer {
      encoded ??= Buffer.from(
        encodeMediaPlaylist({
          segments: store.listed(),
          partTargetS,
          targetS,
          isEnded,
          reports: reportOthers(),
        }),
      )
      return encoded
    },
    file: store.file,
    untilListed,
    isTooFarAhead(segment: number, part = 0): boolean {
      if (isEnded || segment < store.openNumber()) return false
      const listedParts = segment === store.openNumber() ? store.openParts() : 0
      const partsAhead = Math.ceil(Math.max(PARTS_AHEAD_S, targetS) / PART_TARGET_S)
      return segment > store.openNumber() + SEGMENTS_AHEAD || part >= listedParts + partsAhead
    },
    openNumber: store.openNumber,
    isEmpty: store.isEmpty,
    bytes: () => store.kept().reduce((sum, { bytes }) => sum + bytes, 0),
    /** Undefined while it is empty. */
    newest(): { segment: number; part: number; startedAt: Date } | undefined {
      const newest = store.kept().at(-1)
      return newest && { segment: newest.number, part: newest.parts.length - 1, startedAt: newest.startedAt }
    },
    rates: () => measureRates(store.kept()),
    isEnded: () => isEnded,
    end(): void {
      isEnded = true
      publishChange()
    },
  }
}

type Measured = { bytes: number; frames: number; durationS: number }

/** In bits and frames per second. */
function measureRates(segments: Measured[]) {
  const sum = (of: (segment: Measured) => number) => segments.reduce((total, each) => total + of(each), 0)
  const seconds = sum(({ durationS }) => durationS)
  return {
    peakBits: Math.ceil(Math.max(...segments.map(({ bytes, durationS }) => (bytes * 8) / durationS))),
    averageBits: Math.ceil((sum(({ bytes }) => bytes) * 8) / seconds),
    frames: Math.round(sum(({ frames }) => frames) / seconds),
  }
}
