import { expect, test } from 'vitest'
import { choosePreviewStart } from './choose-preview.ts'

const usual = { savesData: false, effectiveType: '4g', prefersReducedMotion: false }

test.each([
  [usual, 'when idle'],
  [{ ...usual, effectiveType: undefined }, 'when idle'],
  [{ ...usual, prefersReducedMotion: true }, 'when touched'],
  [{ ...usual, savesData: true }, 'never'],
  [{ ...usual, savesData: true, prefersReducedMotion: true }, 'never'],
  [{ ...usual, effectiveType: '2g' }, 'never'],
  [{ ...usual, effectiveType: 'slow-2g' }, 'never'],
  [{ ...usual, effectiveType: '3g' }, 'when idle'],
] as const)('with %o the preview plays %s', (conditions, expected) => {
  expect(choosePreviewStart(conditions)).toBe(expected)
})
