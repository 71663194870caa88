import type { Clock } from '../../../platform/clock.ts'
import {
  encodeMediaPlaylist,
  INIT_NAME,
  type ListedSegment,
  listedDuration,
  partName,
  segmentName,
} from './media-playlist.server.ts'
import { PART_TARGET_S, type Part, type PartSink, SEGMENT_S } from './packager.server.ts'

/** The last seconds of a stream, in memory, and who waits for the next. */
export type MediaWindow = PartSink & {
  playlist(): string
  file(name: string): Buffer | undefined
  /** Resolves when the part is there, or when it is no use to wait: after `patienceMs`, or at the end. */
  untilListed(segment: number, part: number | undefined, patienceMs: number): Promise<void>
  isListed(segment: number, part: number | undefined): boolean
  /** The segment being made, or the next. */
  openNumber(): number
  bytes(): number
  bitsPerSecond(): number
  isEnded(): boolean
  end(): void
}

type Segment = ListedSegment & { names: string[]; bytes: number }
type Waiter = { segment: number; part: number | undefined; wake(): void }

const LISTED_SEGMENTS = 6
/** Who has the playlist of a moment ago may still ask for what it named. */
const KEPT_SEGMENTS = 2 * LISTED_SEGMENTS

export function createMediaWindow(init: Buffer, clock: Clock): MediaWindow {
  const files = new Map<string, Buffer>([[INIT_NAME, init]])
  const whole: Segment[] = []
  let open: Segment | undefined
  let openParts: Buffer[] = []
  let nextNumber = 0
  let targetS = SEGMENT_S
  let partTargetS = PART_TARGET_S
  let isEnded = false
  const waiters = new Set<Waiter>()
  let encoded: string | undefined

  function isListed(segment: number, part: number | undefined): boolean {
    if (segment < (open?.number ?? nextNumber)) return true
    return segment === open?.number && part !== undefined && part < open.parts.length
  }

  function changed(): void {
    encoded = undefined
    for (const waiter of waiters) {
      if (!isEnded && !isListed(waiter.segment, waiter.part)) continue
      waiters.delete(waiter)
      waiter.wake()
    }
  }

  function openSegment(durationS: number): Segment {
    // The part was made of frames that came in while it lasted.
    const startedAt = new Date(clock.now() - durationS * 1_000)
    const segment = {
      number: nextNumber,
      startedAt,
      durationS: 0,
      parts: [],
      isWhole: false,
      names: [],
      bytes: 0,
    }
    nextNumber += 1
    return segment
  }

  function addPart({ data, durationS, startsWithKeyFrame }: Part): void {
    open ??= openSegment(durationS)
    const name = partName(open.number, open.parts.length)
    files.set(name, data)
    open.names.push(name)
    open.parts.push({ durationS, startsWithKeyFrame })
    open.durationS += durationS
    open.bytes += data.length
    openParts.push(data)
    partTargetS = Math.max(partTargetS, durationS)
    targetS = Math.max(targetS, Math.round(listedDuration(open.durationS)))
    changed()
  }

  function closeSegment(): void {
    if (open === undefined) return
    const all = Buffer.concat(openParts)
    let offset = 0
    open.names.forEach((name, place) => {
      const end = offset + (openParts[place]?.length ?? 0)
      // One piece of memory for the segment and its parts.
      files.set(name, all.subarray(offset, end))
      offset = end
    })
    const name = segmentName(open.number)
    files.set(name, all)
    open.names.push(name)
    open.isWhole = true
    whole.push(open)
    open = undefined
    openParts = []
    if (whole.length > KEPT_SEGMENTS) for (const old of whole.shift()?.names ?? []) files.delete(old)
    changed()
  }

  return {
    addPart,
    closeSegment,
    isListed,
    playlist() {
      const segments = [...whole.slice(-LISTED_SEGMENTS), ...(open ? [open] : [])]
      encoded ??= encodeMediaPlaylist({ segments, partTargetS, targetS, isEnded })
      return encoded
    },
    file: (name) => files.get(name),
    untilListed(segment, part, patienceMs) {
      if (isEnded || isListed(segment, part)) return Promise.resolve()
      return new Promise((resolve) => {
        const waiter = { segment, part, wake }
        const timer = setTimeout(() => {
          waiters.delete(waiter)
          resolve()
        }, patienceMs)
        function wake(): void {
          clearTimeout(timer)
          resolve()
        }
        waiters.add(waiter)
      })
    },
    openNumber: () => open?.number ?? nextNumber,
    bytes: () => whole.reduce((sum, { bytes }) => sum + bytes, open?.bytes ?? 0),
    bitsPerSecond() {
      const rates = [...whole, ...(open ? [open] : [])].map(({ bytes, durationS }) => (bytes * 8) / durationS)
      return Math.ceil(Math.max(...rates))
    },
    isEnded: () => isEnded,
    end() {
      isEnded = true
      changed()
    },
  }
}
