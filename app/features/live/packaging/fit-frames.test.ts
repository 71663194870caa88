import { expect, test } from 'vitest'
import { countBefore, countBeforeKey, countUndecodable, explainMisfit } from './fit-frames.ts'

const MS = 90
const key = (ms: number) => ({ ticks: ms * MS, isKey: true })
const inter = (ms: number) => ({ ticks: ms * MS, isKey: false })
const cut = { startTicks: 2_000 * MS, endTicks: 2_350 * MS }

test.each([
  ['a frame at the end of the part', 2_350, 1],
  ['a frame 20 ms before the end', 2_330, 1],
  ['a frame 21 ms before the end', 2_329, 2],
])('%s belongs to the next part only if it was captured with its first frame', (_, ms, count) => {
  expect(countBefore([key(2_000), inter(ms), inter(2_400)], cut.endTicks)).toBe(count)
})

test('a key frame 200 ms before the end of a segment begins the next one, an earlier one does not', () => {
  expect(countBeforeKey([inter(2_100), key(2_150), inter(2_300)], cut.endTicks)).toBe(1)
  expect(countBeforeKey([inter(2_100), key(2_149), inter(2_300)], cut.endTicks)).toBe(3)
})

test.each([
  ['comes first', [key(2_000), inter(2_100)], 0],
  ['is 200 ms late', [inter(2_000), inter(2_100), key(2_200)], 2],
  ['is later', [inter(2_000), inter(2_100), key(2_201)], 0],
])('a segment whose key frame %s leaves out what nobody can decode', (_, frames, count) => {
  expect(countUndecodable(frames, cut)).toBe(count)
})

test.each([
  ['a key frame at the start of the segment', [key(2_000), inter(2_033)], true, undefined],
  ['a key frame 200 ms late', [key(2_200)], true, undefined],
  ['a key frame 200 ms early', [key(1_800)], true, undefined],
  [
    'a key frame 201 ms late',
    [key(2_201)],
    true,
    'Its key frames are not at the times of the first quality.',
  ],
  ['no key frame', [inter(2_000)], true, 'Its key frames are not at the times of the first quality.'],
  ['no key frame within a segment', [inter(2_000)], false, undefined],
  [
    'no frame at the start of a segment',
    [],
    true,
    'Its key frames are not at the times of the first quality.',
  ],
  ['no frame within a segment, while the last one is shown longer', [], false, undefined],
])('%s', (_, frames, isSegmentStart, misfit) => {
  expect(explainMisfit(frames, cut, isSegmentStart)).toBe(misfit)
})
