import { expect, test } from 'vitest'
import { formatCap, MILESTONES, ULTIMATE_GOALS } from './milestones.ts'

test('the caps match the specification, and none is completed', () => {
  expect(MILESTONES.map(({ cap }) => formatCap(cap))).toEqual(['70K', '80K', '90K', '150K', '150K', '250K'])
  expect(ULTIMATE_GOALS.map(({ cap }) => formatCap(cap))).toEqual(['3M', '3.5M', '4M', '4.5M', '5M', '15M'])
  expect([...MILESTONES, ...ULTIMATE_GOALS].some(({ completed }) => completed)).toBe(false)
})
