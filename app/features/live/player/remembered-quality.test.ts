import { afterEach, expect, test, vi } from 'vitest'
import { recallQuality, rememberQuality } from './remembered-quality.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['auto', 360, 'audio'] as const)('the quality %s is recalled as it was remembered', (quality) => {
  let stored: string | null = null
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  })
  expect(recallQuality()).toBe('auto')
  rememberQuality(quality)
  expect(recallQuality()).toBe(quality)
})

test('without storage the quality is automatic, and remembering does not fail', () => {
  vi.stubGlobal('sessionStorage', undefined)
  rememberQuality(360)
  expect(recallQuality()).toBe('auto')
})
