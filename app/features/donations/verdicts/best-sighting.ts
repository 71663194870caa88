import type { Sighting } from './judge-transfer.ts'

/** A whole, signed answer; what lacks its effects, its finality or its signature may be whole at another RPC. */
export function isWhole(seen: Sighting): boolean {
  return seen.at === 'finalized' && seen.transaction !== undefined
}

/** From the best to the worst; "nowhere" is believed only when every RPC says so. */
const ORDER: ((seen: Sighting) => boolean)[] = [
  isWhole,
  (seen) => seen.at === 'finalized',
  (seen) => seen.at === 'below_commitment',
  (seen) => seen.at === 'unsupported_version',
  (seen) => seen.at === 'forged',
]

/** Of what the RPCs say, the one that says most: a bad answer must not hide another's good one. */
export function bestSighting(sightings: Sighting[]): Sighting {
  for (const is of ORDER) {
    const found = sightings.find(is)
    if (found) return found
  }
  const resting = sightings.filter((seen) => seen.at === 'unavailable' || seen.at === 'rate_limited')
  if (resting.length === 0) return { at: 'nowhere' }
  return {
    at: resting.every(({ at }) => at === 'rate_limited') ? 'rate_limited' : 'unavailable',
    retryAfterMs: Math.min(...resting.map(({ retryAfterMs = 0 }) => retryAfterMs)),
  }
}
