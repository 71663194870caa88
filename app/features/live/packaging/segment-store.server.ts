import type { Clock } from '../../../platform/clock.ts'
import { INIT_NAME, type ListedSegment, partName, segmentName } from './media-playlist.server.ts'
import type { Part } from './part-queue.server.ts'

type StoredSegment = ListedSegment & { names: string[]; bytes: number; frames: number }

const MIN_LISTED_SEGMENTS = 6
/** A playlist is never shorter (RFC 8216, 6.2.2). */
const MIN_LISTED_TARGETS = 3
/** A player with the previous playlist may still fetch what it listed. */
const UNLISTED_SEGMENTS = 6

/** The newest segments and their parts, as files in memory. */
export function createSegmentStore(init: Buffer, targetS: number, clock: Clock) {
  const files = new Map<string, Buffer>([[INIT_NAME, init]])
  const whole: StoredSegment[] = []
  let open: StoredSegment | undefined
  let openData: Buffer[] = []
  let nextNumber = 0

  /** The frames of its first part came in while that lasted. */
  function openSegment(startedAt: Date): StoredSegment {
    const number = nextNumber
    nextNumber += 1
    return { number, startedAt, durationS: 0, parts: [], isWhole: false, names: [], bytes: 0, frames: 0 }
  }

  function addPart({ data, frames, durationS, startsWithKeyFrame, startedAt }: Part): void {
    open ??= openSegment(startedAt ?? new Date(clock.now() - durationS * 1_000))
    const name = partName(open.number, open.parts.length)
    files.set(name, data)
    open.names.push(name)
    open.parts.push({ durationS, startsWithKeyFrame })
    open.durationS += durationS
    open.bytes += data.length
    open.frames += frames
    openData.push(data)
  }

  function listedCount(): number {
    let listedS = 0
    let count = 0
    for (const { durationS } of whole.toReversed()) {
      if (count >= MIN_LISTED_SEGMENTS && listedS >= MIN_LISTED_TARGETS * targetS) break
      listedS += durationS
      count += 1
    }
    return count
  }

  function closeSegment(): void {
    if (open === undefined) return
    const all = Buffer.concat(openData)
    let offset = 0
    open.names.forEach((name, place) => {
      const end = offset + (openData[place]?.length ?? 0)
      // The segment and its parts share one piece of memory.
      files.set(name, all.subarray(offset, end))
      offset = end
    })
    const name = segmentName(open.number)
    files.set(name, all)
    open.names.push(name)
    open.isWhole = true
    whole.push(open)
    open = undefined
    openData = []
    const kept = listedCount() + UNLISTED_SEGMENTS
    for (const { names } of whole.splice(0, whole.length - kept)) for (const old of names) files.delete(old)
  }

  return {
    addPart,
    closeSegment,
    file: (name: string) => files.get(name),
    /** The segment being made, or the next. */
    openNumber: () => open?.number ?? nextNumber,
    openParts: () => open?.parts.length ?? 0,
    isEmpty: () => nextNumber === 0,
    listed: () => [...whole.slice(whole.length - listedCount()), ...(open ? [open] : [])],
    kept: () => [...whole, ...(open ? [open] : [])],
  }
}
