import type { ClientBase } from 'pg'
import type { CurrentCap } from './contract.ts'
import {
  deleteCurrentCap,
  lockRoadmap,
  replaceRoadmapState,
  upsertCurrentCap,
} from './roadmap-store.server.ts'

export async function setCurrentCap(client: ClientBase, cap: CurrentCap): Promise<void> {
  await lockRoadmap(client)
  await upsertCurrentCap(client, cap)
  await replaceRoadmapState(client)
}

/** Back to SOON. False if that is what it says already. */
export async function unsetCurrentCap(client: ClientBase): Promise<boolean> {
  await lockRoadmap(client)
  if (!(await deleteCurrentCap(client))) return false
  await replaceRoadmapState(client)
  return true
}
