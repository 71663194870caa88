import type { Clock } from '../../../platform/clock.ts'
import { encodeMediaPlaylist, listedDuration } from './media-playlist.server.ts'
import { PART_TARGET_S, type PartSink, SEGMENT_S } from './packager.server.ts'
import { createSegmentStore } from './segment-store.server.ts'

/** The last seconds of a stream, and the requests that wait for the next part. */
export type MediaWindow = PartSink & {
  playlist(): string
  file(name: string): Buffer | undefined
  /** Resolves when the part is listed, or when waiting is of no use: after `patienceMs`, or at the end. */
  untilListed(segment: number, part: number | undefined, patienceMs: number): Promise<void>
  /** The segment being made, or the next. */
  openNumber(): number
  bytes(): number
  bitsPerSecond(): number
  isEnded(): boolean
  end(): void
}

type Waiter = { segment: number; part: number | undefined; wake(): void }

export function createMediaWindow(init: Buffer, clock: Clock): MediaWindow {
  const store = createSegmentStore(init, clock)
  const waiters = new Set<Waiter>()
  let targetS = SEGMENT_S
  let partTargetS = PART_TARGET_S
  let isEnded = false
  let encoded: string | undefined

  function isListed(segment: number, part: number | undefined): boolean {
    if (segment < store.openNumber()) return true
    return segment === store.openNumber() && part !== undefined && part < store.openParts()
  }

  function publishChange(): void {
    encoded = undefined
    for (const waiter of waiters) if (isEnded || isListed(waiter.segment, waiter.part)) waiter.wake()
  }

  function untilListed(segment: number, part: number | undefined, patienceMs: number): Promise<void> {
    if (isEnded || isListed(segment, part)) return Promise.resolve()
    return new Promise((resolve) => {
      const waiter = { segment, part, wake }
      const patience = setTimeout(wake, patienceMs)
      function wake(): void {
        clearTimeout(patience)
        waiters.delete(waiter)
        resolve()
      }
      waiters.add(waiter)
    })
  }

  return {
    addPart(part) {
      const { durationS } = store.addPart(part)
      partTargetS = Math.max(partTargetS, part.durationS)
      targetS = Math.max(targetS, Math.round(listedDuration(durationS)))
      publishChange()
    },
    closeSegment() {
      store.closeSegment()
      publishChange()
    },
    playlist() {
      encoded ??= encodeMediaPlaylist({ segments: store.listed(), partTargetS, targetS, isEnded })
      return encoded
    },
    file: store.file,
    untilListed,
    openNumber: store.openNumber,
    bytes: () => store.kept().reduce((sum, { bytes }) => sum + bytes, 0),
    bitsPerSecond() {
      const rates = store.kept().map(({ bytes, durationS }) => (bytes * 8) / durationS)
      return Math.ceil(Math.max(...rates))
    },
    isEnded: () => isEnded,
    end() {
      isEnded = true
      publishChange()
    },
  }
}
