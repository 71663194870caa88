import type { RoadmapFacts } from './contract.ts'

/** A page carries facts only once there are some. */
export function unlessEmpty(facts: RoadmapFacts): RoadmapFacts | undefined {
  return facts.reached.length === 0 && facts.current_cap === null ? undefined : facts
}
