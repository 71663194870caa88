import { expect, test } from 'vitest'
import {
  encodeMediaPlaylist,
  type ListedSegment,
  partName,
  partOfName,
  segmentName,
} from './media-playlist.server.ts'

const STARTED_AT = new Date('2026-01-01T00:00:00.250Z')

function segment(number: number, parts: number, isWhole = true): ListedSegment {
  return {
    number,
    startedAt: STARTED_AT,
    durationS: parts / 3,
    parts: Array.from({ length: parts }, (_, place) => ({
      durationS: 1 / 3,
      startsWithKeyFrame: place === 0,
    })),
    isWhole,
  }
}

function encode(segments: ListedSegment[], isEnded = false, targetS = 3): string[] {
  return encodeMediaPlaylist({ segments, partTargetS: 1 / 3, targetS, isEnded, reports: [] }).split('\n')
}

test('a playlist without segments announces the first part to come', () => {
  expect(encode([])).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-TARGETDURATION:3',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.067',
    '#EXT-X-PART-INF:PART-TARGET=0.333',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="0.0.m4s"',
    '',
  ])
})

test('after whole segments the first part of the next one is announced', () => {
  const lines = encode([segment(7, 2), segment(8, 1)])
  expect(lines).toContain('#EXT-X-MEDIA-SEQUENCE:7')
  expect(lines.slice(8)).toEqual([
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.250Z',
    '#EXT-X-PART:DURATION=0.33333,URI="7.0.m4s",INDEPENDENT=YES',
    '#EXT-X-PART:DURATION=0.33333,URI="7.1.m4s"',
    '#EXTINF:0.66667,',
    '7.m4s',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.250Z',
    '#EXT-X-PART:DURATION=0.33333,URI="8.0.m4s",INDEPENDENT=YES',
    '#EXTINF:0.33333,',
    '8.m4s',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="9.0.m4s"',
    '',
  ])
})

test('of an open segment the next part is announced, and the segment itself is not listed', () => {
  const lines = encode([segment(7, 2), segment(8, 2, false)])
  expect(lines).toContain('#EXT-X-PRELOAD-HINT:TYPE=PART,URI="8.2.m4s"')
  expect(lines).toContain('7.m4s')
  expect(lines).not.toContain('8.m4s')
})

function numbersWithParts(lines: string[]): string[] {
  return [...new Set(lines.flatMap((line) => /^#EXT-X-PART:.*URI="(\d+)\./.exec(line)?.[1] ?? []))]
}

test('parts are listed of the newest three segments only', () => {
  const lines = encode([segment(1, 1), segment(2, 1), segment(3, 1), segment(4, 1, false)])
  expect(numbersWithParts(lines)).toEqual(['2', '3', '4'])
  expect(lines).toContain('1.m4s')
})

test('a segment of which only the first part is announced is one of the three', () => {
  expect(numbersWithParts(encode([segment(1, 1), segment(2, 1), segment(3, 1)]))).toEqual(['2', '3'])
})

test('parts are listed of what is closer to the end than three target durations', () => {
  const withParts = (...parts: [number, number, number]) =>
    numbersWithParts(
      encode(
        parts.map((count, number) => segment(number, count, number < 2)),
        false,
        1,
      ),
    )
  expect(withParts(2, 3, 3)).toEqual(['0', '1', '2'])
  expect(withParts(3, 3, 3)).toEqual(['1', '2'])
})

test('an ended playlist says so and announces nothing', () => {
  const lines = encode([segment(1, 1)], true)
  expect(lines.slice(-2)).toEqual(['#EXT-X-ENDLIST', ''])
  expect(lines.join()).not.toContain('PRELOAD-HINT')
})

test('names of segments and parts', () => {
  expect([segmentName(12), partName(12, 3)]).toEqual(['12.m4s', '12.3.m4s'])
})

test.each([
  ['12.3.m4s', { segment: 12, part: 3 }],
  ['123456789.987654321.m4s', { segment: 123_456_789, part: 987_654_321 }],
  ['0.0.m4s', { segment: 0, part: 0 }],
  ['12.m4s', undefined],
  ['1234567890.1.m4s', undefined],
  ['1.1234567890.m4s', undefined],
  ['.1.m4s', undefined],
  ['1..m4s', undefined],
  ['a1.1.m4s', undefined],
  ['1.1.m4s?', undefined],
  ['1.1xm4s', undefined],
  ['1x1.m4s', undefined],
])('%s is the part %j', (name, part) => {
  expect(partOfName(name)).toEqual(part)
})

test('a playlist names the newest part of every other rendition', () => {
  const reports = [{ uri: '../e-1/media.m3u8', segment: 7, part: 2 }]
  const listed = { segments: [segment(7, 3, false)], partTargetS: 1 / 3, targetS: 3, isEnded: false, reports }
  expect(encodeMediaPlaylist(listed).split('\n').slice(-2)).toEqual([
    '#EXT-X-RENDITION-REPORT:URI="../e-1/media.m3u8",LAST-MSN=7,LAST-PART=2',
    '',
  ])
})
