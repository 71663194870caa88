import { afterEach, expect, test, vi } from 'vitest'
import { createMediaWindow } from './media-window.server.ts'

const clock = { now: () => Date.parse('2026-01-01T00:00:10Z') }
afterEach(() => vi.useRealTimers())

const INIT = Buffer.from('init')

function windowWith(segments: number, partsInOpen: number) {
  const window = createMediaWindow(INIT, 2, clock)
  const addPart = (startsWithKeyFrame: boolean) =>
    window.addPart({ data: Buffer.from('part'), frames: 15, durationS: 0.5, startsWithKeyFrame })
  for (let segment = 0; segment < segments; segment += 1) {
    for (let part = 0; part < 4; part += 1) addPart(part === 0)
    window.closeSegment()
  }
  for (let part = 0; part < partsInOpen; part += 1) addPart(part === 0)
  return window
}

test('the playlist of a stream that has just started', () => {
  expect(windowWith(1, 2).playlist().toString()).toBe(`#EXTM3U
#EXT-X-VERSION:9
#EXT-X-TARGETDURATION:2
#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.600
#EXT-X-PART-INF:PART-TARGET=0.500
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:09.500Z
#EXT-X-PART:DURATION=0.50000,URI="0.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.50000,URI="0.1.m4s"
#EXT-X-PART:DURATION=0.50000,URI="0.2.m4s"
#EXT-X-PART:DURATION=0.50000,URI="0.3.m4s"
#EXTINF:2.00000,
0.m4s
#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:09.500Z
#EXT-X-PART:DURATION=0.50000,URI="1.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=0.50000,URI="1.1.m4s"
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.2.m4s"
`)
})

test('six segments are listed, and those of the previous playlists are still available', () => {
  const window = windowWith(40, 1)
  const listed = window
    .playlist()
    .toString()
    .match(/^\d+\.m4s$/gm)
  expect(listed).toEqual(['34.m4s', '35.m4s', '36.m4s', '37.m4s', '38.m4s', '39.m4s'])
  expect(window.playlist().toString()).toContain('#EXT-X-MEDIA-SEQUENCE:34')
  expect(window.file('28.m4s')).toBeDefined()
  expect(window.file('28.0.m4s')).toBeDefined()
  expect(window.file('27.m4s')).toBeUndefined()
  expect(window.file('27.0.m4s')).toBeUndefined()
  expect(window.file('init.mp4')).toBe(INIT)
})

test('a segment is its parts, one after the other', () => {
  expect(windowWith(1, 0).file('0.m4s')?.toString()).toBe('partpartpartpart')
})

test('a request is woken by the part it waits for, and by no other', async () => {
  const window = windowWith(1, 0)
  const woken: string[] = []
  const waits = [
    window.untilListed(1, 0, 60_000).then(() => woken.push('part 1.0')),
    window.untilListed(1, 1, 60_000).then(() => woken.push('part 1.1')),
    window.untilListed(1, undefined, 60_000).then(() => woken.push('segment 1')),
    window.untilListed(2, 0, 60_000).then(() => woken.push('part 2.0')),
  ]
  const part = { data: Buffer.from('part'), frames: 15, durationS: 0.5, startsWithKeyFrame: false }
  window.addPart(part)
  await waits[0]
  expect(woken).toEqual(['part 1.0'])
  window.addPart(part)
  await waits[1]
  expect(woken).toEqual(['part 1.0', 'part 1.1'])
  window.closeSegment()
  await waits[2]
  expect(woken).toEqual(['part 1.0', 'part 1.1', 'segment 1'])
  window.end()
  await waits[3]
  expect(window.playlist().toString()).toContain('#EXT-X-ENDLIST')
})

test('without the part a request waits for the given time, and no longer', async () => {
  vi.useFakeTimers()
  let isOver = false
  const waiting = windowWith(1, 0)
    .untilListed(1, 0, 6_000)
    .then(() => {
      isOver = true
    })
  await vi.advanceTimersByTimeAsync(5_999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
  await waiting
})
