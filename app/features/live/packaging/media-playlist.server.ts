export type ListedSegment = {
  number: number
  startedAt: Date
  durationS: number
  parts: { durationS: number; startsWithKeyFrame: boolean }[]
  isWhole: boolean
}

/** The newest part of another rendition, for players that switch to it. */
export type RenditionReport = { uri: string; segment: number; part: number }

type Listed = {
  segments: ListedSegment[]
  partTargetS: number
  targetS: number
  isEnded: boolean
  reports: RenditionReport[]
}

export const INIT_NAME = 'init.mp4'
export const PLAYLIST_NAME = 'media.m3u8'
/**
 * Parts are of use only near the live edge: in so many segments, of which one may only be announced, and closer to it
 * than so many target durations.
 */
const MAX_WITH_PARTS = 3
/** A player stays three parts behind, and a little for the network. */
export const HOLD_BACK_PARTS = 3.2
const DURATION_DIGITS = 5

export function segmentName(number: number): string {
  return `${number}.m4s`
}

export function partName(number: number, part: number): string {
  return `${number}.${part}.m4s`
}

/** Low-Latency HLS (draft-pantos-hls-rfc8216bis); players without support for parts see plain HLS. */
export function encodeMediaPlaylist({ segments, partTargetS, targetS, isEnded, reports }: Listed): string {
  const open = segments.findLast(({ isWhole }) => !isWhole)
  const next = open?.number ?? (segments.at(-1)?.number ?? -1) + 1
  const maxWithParts = open || isEnded ? MAX_WITH_PARTS : MAX_WITH_PARTS - 1
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetS}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partTargetS * HOLD_BACK_PARTS).toFixed(3)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTargetS.toFixed(3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${INIT_NAME}"`,
    ...segments.flatMap((segment, place) => {
      const newest = segments.slice(place)
      return listSegment(segment, newest.length <= maxWithParts && isNearTheEnd(newest, targetS))
    }),
    isEnded
      ? '#EXT-X-ENDLIST'
      : `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${partName(next, open?.parts.length ?? 0)}"`,
    ...reports.map(
      ({ uri, segment, part }) =>
        `#EXT-X-RENDITION-REPORT:URI="${uri}",LAST-MSN=${segment},LAST-PART=${part}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function isNearTheEnd(newest: ListedSegment[], targetS: number): boolean {
  return newest.reduce((sum, { durationS }) => sum + durationS, 0) < MAX_WITH_PARTS * targetS
}

function listSegment(
  { number, startedAt, durationS, parts, isWhole }: ListedSegment,
  isNew: boolean,
): string[] {
  const listed = parts.map(
    (part, place) =>
      `#EXT-X-PART:DURATION=${part.durationS.toFixed(DURATION_DIGITS)},URI="${partName(number, place)}"` +
      (part.startsWithKeyFrame ? ',INDEPENDENT=YES' : ''),
  )
  return [
    `#EXT-X-PROGRAM-DATE-TIME:${startedAt.toISOString()}`,
    ...(isNew ? listed : []),
    ...(isWhole ? [`#EXTINF:${durationS.toFixed(DURATION_DIGITS)},`, segmentName(number)] : []),
  ]
}

const PART_NAME = /^(\d{1,9})\.(\d{1,9})\.m4s$/

export function partOfName(name: string): { segment: number; part: number } | undefined {
  const [, segment, part] = PART_NAME.exec(name) ?? []
  return segment === undefined ? undefined : { segment: Number(segment), part: Number(part) }
}
