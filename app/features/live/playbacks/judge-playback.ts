import type { StreamState } from '../contract.ts'

/** What a poll found: the position of a playlist, an answer without a position, or nothing. */
export type PlaybackSighting = { kind: 'at'; position: string } | { kind: 'answers' } | { kind: 'nothing' }

export type KnownPlayback = { state: StreamState; position: string | null; misses: number }

type Verdict = { position: string | null; misses: number; next: 'live' | 'reconnecting' | undefined }

/** A minute of polls: some services need that long for the first playlist. */
const MAX_MISSES = 4

/**
 * Video that moves is live, whatever was reported. Video that stands still or is missing is a miss; after enough misses
 * a live stream is interrupted. An answer without a position only shows that the server is alive.
 */
export function judgePlayback({ state, position, misses }: KnownPlayback, found: PlaybackSighting): Verdict {
  if (found.kind === 'answers') return { position, misses: 0, next: undefined }
  if (found.kind === 'at' && found.position !== position) {
    const hasMoved = position !== null && state !== 'live'
    return { position: found.position, misses: 0, next: hasMoved ? 'live' : undefined }
  }
  // The media server reported the stream live again: the count starts again.
  const missed = state === 'live' && misses >= MAX_MISSES ? 1 : misses + 1
  const isInterrupted = state === 'live' && missed >= MAX_MISSES
  return { position, misses: missed, next: isInterrupted ? 'reconnecting' : undefined }
}
