import { afterEach, expect, test, vi } from 'vitest'
import { recallVolume, rememberVolume } from './remembered-volume.ts'

const DEFAULT = { volume: 1, isMuted: true }

afterEach(() => vi.unstubAllGlobals())

function stubStorage(stored: string | null): void {
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  })
}

test('the volume is recalled as it was remembered', () => {
  stubStorage(null)
  rememberVolume({ volume: 0.5, isMuted: false })
  expect(recallVolume()).toEqual({ volume: 0.5, isMuted: false })
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['too loud a volume', '{"volume":2,"isMuted":false}'],
  ['no volume', '{"isMuted":false}'],
  ['half an entry', '{"volume":0.5}'],
])('with %s in storage the video starts muted at full volume', (_, stored) => {
  stubStorage(stored)
  expect(recallVolume()).toEqual(DEFAULT)
})

test('without storage the video starts muted, and remembering does not fail', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberVolume({ volume: 0.5, isMuted: false })
  expect(recallVolume()).toEqual(DEFAULT)
})
