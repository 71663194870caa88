import { getJson } from '../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import type { RoadmapFacts } from './contract.ts'

const NOTHING_REACHED: RoadmapFacts = { reached: [], current_cap: null }

const ROADMAP: ServerValueSource<RoadmapFacts | undefined> = {
  load: () => getJson('/api/roadmap'),
  event: 'roadmap',
  read: (data) => data as RoadmapFacts,
}

/** `initial` is undefined as long as no operator has said anything. */
export function useRoadmap(initial: RoadmapFacts | undefined): RoadmapFacts {
  return useServerValue(initial, ROADMAP).value ?? NOTHING_REACHED
}
