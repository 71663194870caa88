import { expect, test } from 'vitest'
import { chooseCatchUp } from './choose-catch-up.ts'

const near = { latencyS: 0.9, targetS: 0.85, aheadS: 0.8, stepS: 0.35, isMuted: false, isFaster: false }
const behind = { ...near, latencyS: 1.3, aheadS: 1.2 }
const NOTHING = { by: 'nothing' }
const FASTER = { by: 'playing faster' }

test.each([
  ['near the target', near, NOTHING],
  ['ahead of the target', { ...near, latencyS: 0.5 }, NOTHING],
  ['behind', behind, FASTER],
  ['behind, with little loaded', { ...behind, aheadS: 0.8 }, NOTHING],
  ['behind and muted', { ...behind, isMuted: true }, { by: 'a jump', jumpS: expect.closeTo(0.45) }],
  [
    'behind and muted, with less loaded',
    { ...behind, aheadS: 1, isMuted: true },
    { by: 'a jump', jumpS: expect.closeTo(0.3) },
  ],
  ['near the target and muted', { ...near, isMuted: true }, NOTHING],
  ['a second behind without parts', { ...near, latencyS: 19, targetS: 18, aheadS: 17, stepS: 6 }, NOTHING],
] as const)('%s', (_, lag, expected) => {
  expect(chooseCatchUp(lag)).toEqual(expected)
})

test('once faster, it stays so until it reaches the target or has little loaded', () => {
  const faster = { ...near, isFaster: true }
  expect(chooseCatchUp({ ...faster, latencyS: 0.86 })).toEqual(FASTER)
  expect(chooseCatchUp({ ...faster, latencyS: 0.85 })).toEqual(NOTHING)
  expect(chooseCatchUp({ ...faster, aheadS: 0.35 })).toEqual(NOTHING)
})

test.each([0, 0.1, 0.2, 0.3, 0.4, 0.5])(
  'with parts that take %f s to load, the speed changes at most twice',
  (loadS) => {
    let latencyS = 2
    let isFaster = false
    let changes = 0
    for (let tick = 0; tick < 400; tick += 1) {
      const sinceTheLastPartS = (tick * 0.25) % 0.35
      const jitterS = 0.06 * Math.sin(tick)
      const aheadS = latencyS - loadS - sinceTheLastPartS
      const { by } = chooseCatchUp({ ...near, latencyS: latencyS + jitterS, aheadS, isFaster })
      if ((by === 'playing faster') !== isFaster) changes += 1
      isFaster = by === 'playing faster'
      latencyS -= isFaster ? 0.025 : 0
    }
    expect(changes).toBe(2)
    expect(latencyS).toBeLessThan(0.85 + 0.35 + loadS)
  },
)
