import type { RoadmapFacts } from './contract.ts'

/**
 * What a page carries: the facts where operators can change them, null if they could not be read; without operators
 * the facts only if there are some.
 */
export function carriedFacts(
  facts: RoadmapFacts | undefined,
  canChange: boolean,
): RoadmapFacts | null | undefined {
  if (canChange) return facts ?? null
  const isEmpty = facts === undefined || (facts.reached.length === 0 && facts.current_cap === null)
  return isEmpty ? undefined : facts
}
