import { expect, test } from 'vitest'
import { judgePlayback, type KnownPlayback, type PlaybackSighting } from './judge-playback.ts'

const at = (position: string): PlaybackSighting => ({ kind: 'at', position })
const known = (state: KnownPlayback['state'], position: string | null, misses = 0) => ({
  state,
  position,
  misses,
})

test.each([
  ['first read', known('live', null), at('1'), { position: '1', misses: 0, next: undefined }],
  ['moving', known('live', '1', 3), at('2'), { position: '2', misses: 0, next: undefined }],
  ['standing still', known('live', '1'), at('1'), { position: '1', misses: 1, next: undefined }],
  [
    'still for the fourth time',
    known('live', '1', 3),
    at('1'),
    { position: '1', misses: 4, next: 'reconnecting' },
  ],
  [
    'gone for the fourth time',
    known('live', null, 3),
    { kind: 'nothing' },
    { position: null, misses: 4, next: 'reconnecting' },
  ],
  [
    'still gone',
    known('offline', '1', 9),
    { kind: 'nothing' },
    { position: '1', misses: 10, next: undefined },
  ],
  ['back', known('reconnecting', '1', 5), at('2'), { position: '2', misses: 0, next: 'live' }],
  ['back after the end', known('offline', '1', 5), at('2'), { position: '2', misses: 0, next: 'live' }],
  [
    'read first after the end',
    known('offline', null, 5),
    at('2'),
    { position: '2', misses: 0, next: undefined },
  ],
  [
    'gone, and reported as live again',
    known('live', '1', 7),
    { kind: 'nothing' },
    { position: '1', misses: 1, next: undefined },
  ],
  [
    'an answer alone',
    known('live', null, 3),
    { kind: 'answers' },
    { position: null, misses: 0, next: undefined },
  ],
  [
    'an answer alone ends no silence',
    known('offline', null, 9),
    { kind: 'answers' },
    { position: null, misses: 0, next: undefined },
  ],
] as const)('%s', (_, before, found, verdict) => {
  expect(judgePlayback(before, found)).toEqual(verdict)
})
