import { getJson } from '../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import type { RoadmapFacts } from './contract.ts'

type Carried = RoadmapFacts | null | undefined

const NOTHING_REACHED: RoadmapFacts = { reached: [], current_cap: null }

const FOLLOWED: ServerValueSource<Carried> = {
  load: () => getJson('/api/roadmap'),
  event: 'roadmap',
  read: (data) => data as RoadmapFacts,
}
const FIXED: ServerValueSource<Carried> = { load: async () => undefined }

/** `initial` is undefined where nobody can change anything. */
export function useRoadmap(initial: Carried): RoadmapFacts {
  return useServerValue(initial, initial === undefined ? FIXED : FOLLOWED).value ?? NOTHING_REACHED
}
