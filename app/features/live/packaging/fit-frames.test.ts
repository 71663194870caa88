import { expect, test } from 'vitest'
import { countBefore, explainMisfit } from './fit-frames.ts'

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

test.each([
  ['a key frame at the start of the segment', [key(2_000), inter(2_033)], true, undefined],
  ['a key frame 20 ms late', [key(2_020)], true, undefined],
  ['a key frame 20 ms early', [key(1_980)], true, undefined],
  ['a key frame 21 ms late', [key(2_021)], true, 'Its key frames are not at the times of the first quality.'],
  ['no key frame', [inter(2_000)], true, 'Its key frames are not at the times of the first quality.'],
  ['no key frame within a segment', [inter(2_000)], false, undefined],
  ['no frame at the start of a segment', [], true, 'Its key frames are not at the times of the first quality.'],
  ['no frame within a segment, while the last one is shown longer', [], false, undefined],
])('%s', (_, frames, isSegmentStart, misfit) => {
  expect(explainMisfit(frames, cut, isSegmentStart)).toBe(misfit)
})
