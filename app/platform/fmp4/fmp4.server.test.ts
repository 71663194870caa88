import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBoxes as find, parseBoxes as parse } from '../../../tests/support/video/mp4-boxes.ts'
import { encodeFragment } from './fragment.server.ts'
import { readSps } from './h264-sps.server.ts'
import { encodeInitSegment } from './init-segment.server.ts'

const SPS_720P = Buffer.from('6764001facd9405005bb011000000300100000030320f1831960', 'hex')
const SPS_1080P = Buffer.from('67640028acd940780227e5c044000003000400000300c83c60c658', 'hex')

test.each([
  ['1280 × 720', SPS_720P, { width: 1280, height: 720 }],
  ['1920 × 1080, cropped from 1088', SPS_1080P, { width: 1920, height: 1080 }],
])('the frame size is read: %s', (_, sps, size) => {
  expect(readSps(sps)?.size).toEqual(size)
})

test('random bytes have no size or a possible one', () => {
  expect(readSps(Buffer.alloc(0))).toBeUndefined()
  for (let times = 0; times < 20_000; times += 1) {
    const size = readSps(randomBytes(times % 40))?.size
    if (size)
      expect(
        Math.min(size.width, size.height, 0xffff - size.width, 0xffff - size.height),
      ).toBeGreaterThanOrEqual(0)
  }
})

const video = { avcC: randomBytes(40), size: { width: 1280, height: 720 } }
const audio = { codec: 'aac', settings: Buffer.of(0x11, 0x90), sampleRate: 48_000, channels: 2 } as const

test("the init segment describes both tracks, with the decoders' own settings", () => {
  const boxes = parse(encodeInitSegment(video, audio))
  expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'moov'])
  const descriptions = find(boxes, 'moov/trak/mdia/minf/stbl/stsd').map(({ content }) => content)
  expect(descriptions[0]?.includes(video.avcC)).toBe(true)
  expect(descriptions[1]?.includes(audio.settings)).toBe(true)
  expect(find(boxes, 'moov/mvex/trex')).toHaveLength(2)
  expect(find(boxes, 'moov/trak/mdia/mdhd').map(({ content }) => content.readUInt32BE(12))).toEqual([
    90_000, 48_000,
  ])
})

test('Opus settings are written in the byte order of MP4', () => {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from('0102380180bb0000000000', 'hex')])
  const boxes = parse(encodeInitSegment(video, { ...audio, codec: 'opus', settings: head }))
  const [, audioEntry] = find(boxes, 'moov/trak/mdia/minf/stbl/stsd').map(({ content }) => content)
  const at = audioEntry?.indexOf('dOps') ?? -1
  expect(audioEntry?.includes('Opus')).toBe(true)
  expect(audioEntry?.toString('hex', at + 4)).toBe('000201380000bb80000000')
})

test('without audio there is one track', () => {
  expect(find(parse(encodeInitSegment(video, undefined)), 'moov/trak')).toHaveLength(1)
})

test('a fragment gives the place and the time of each track', () => {
  const frames = [700, 20, 3].map((length) => randomBytes(length))
  const audioFrames = [9, 8].map((length) => randomBytes(length))
  const sample = (data: Buffer, isKey: boolean) => ({ data, duration: 3_000, compositionOffset: -90, isKey })
  const bytes = encodeFragment(7, [
    { trackId: 1, decodeTime: 2 ** 40, samples: frames.map((data, place) => sample(data, place === 0)) },
    { trackId: 2, decodeTime: 48_000, samples: audioFrames.map((data) => sample(data, true)) },
  ])
  const boxes = parse(bytes)
  expect(boxes.map(({ type }) => type)).toEqual(['moof', 'mdat'])
  const runs = find(boxes, 'moof/traf/trun').map(({ content }) => content)
  expect(runs.map((run) => run.readUInt32BE(4))).toEqual([3, 2])
  const [firstFrame = 0, firstAudio = 0] = runs.map((run) => run.readUInt32BE(8))
  expect(bytes.subarray(firstFrame, firstFrame + 723)).toEqual(Buffer.concat(frames))
  expect(bytes.subarray(firstAudio)).toEqual(Buffer.concat(audioFrames))
  expect(runs[0]?.readInt32BE(24)).toBe(-90)
  expect(find(boxes, 'moof/traf/tfdt').map(({ content }) => Number(content.readBigUInt64BE(4)))).toEqual([
    2 ** 40,
    48_000,
  ])
})
