import type { Sighting } from './judge-transfer.ts'

/** A complete, signed answer. Another RPC may have what this one lacks: effects, finality or a valid signature. */
export function isWhole(seen: Sighting): boolean {
  return seen.at === 'finalized' && seen.transaction !== undefined
}

/** Best first. "Nowhere" counts only when every RPC says so. */
const ORDER: ((seen: Sighting) => boolean)[] = [
  isWhole,
  (seen) => seen.at === 'finalized',
  (seen) => seen.at === 'below_commitment',
  (seen) => seen.at === 'unsupported_version',
  (seen) => seen.at === 'forged',
]

/** Picks the most informative answer: a bad one must not hide a good one. */
export function bestSighting(sightings: Sighting[]): Sighting {
  for (const isSuch of ORDER) {
    const found = sightings.find(isSuch)
    if (found) return found
  }
  const unanswered = sightings.filter((seen) => seen.at === 'unavailable' || seen.at === 'rate_limited')
  if (unanswered.length === 0) return { at: 'nowhere' }
  return {
    at: unanswered.every(({ at }) => at === 'rate_limited') ? 'rate_limited' : 'unavailable',
    retryAfterMs: Math.min(...unanswered.map(({ retryAfterMs = 0 }) => retryAfterMs)),
  }
}
