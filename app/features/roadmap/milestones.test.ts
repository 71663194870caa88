import { expect, test } from 'vitest'
import { formatCompact } from '../../platform/browser/messages.tsx'
import { MILESTONES, ULTIMATE_GOALS } from './milestones.ts'

const capsIn = (language: string) =>
  [...MILESTONES, ...ULTIMATE_GOALS].map(({ cap }) => formatCompact(language, cap))

test('the caps match the specification, and none is completed', () => {
  const caps = capsIn('en')
  expect(caps.slice(0, 6)).toEqual(['70k', '80k', '90k', '150k', '150k', '250k'])
  expect(caps.slice(6)).toEqual(['3M', '3.5M', '4M', '4.5M', '5M', '15M'])
  expect([...MILESTONES, ...ULTIMATE_GOALS].some(({ completed }) => completed)).toBe(false)
})

test.each([
  ['es', '70\u00a0mil', '3,5\u00a0M'],
  ['fr', '70\u00a0k', '3,5\u00a0M'],
  ['de', '70.000', '3,5\u00a0Mio.'],
  ['ru', '70\u00a0тыс.', '3,5\u00a0млн'],
  ['zh', '7万', '350万'],
])('the caps in %s are written as its readers write them', (language, first, jetski) => {
  const caps = capsIn(language)
  expect([caps[0], caps[7]]).toEqual([first, jetski])
})
