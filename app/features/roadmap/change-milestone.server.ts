import type { ClientBase } from 'pg'
import type { Quest } from './milestones.ts'
import {
  appendMilestoneNews,
  deleteReached,
  insertReached,
  lockRoadmap,
  type Reached,
  replaceRoadmapState,
  updateReached,
} from './roadmap-store.server.ts'

/** Marks it as reached. False if somebody else has. */
export async function markMilestone(client: ClientBase, quest: Quest, reached: Reached): Promise<boolean> {
  await lockRoadmap(client)
  if (!(await insertReached(client, quest, reached))) return false
  await appendMilestoneNews(client, quest, true)
  await replaceRoadmapState(client)
  return true
}

/** Changes what is said about it. False if it is not marked. */
export async function correctMilestone(client: ClientBase, quest: Quest, reached: Reached): Promise<boolean> {
  await lockRoadmap(client)
  if (!(await updateReached(client, quest, reached))) return false
  await replaceRoadmapState(client)
  return true
}

/** Locks it again. False if it is not marked. */
export async function takeBackMilestone(client: ClientBase, quest: Quest): Promise<boolean> {
  await lockRoadmap(client)
  if (!(await deleteReached(client, quest))) return false
  await appendMilestoneNews(client, quest, false)
  await replaceRoadmapState(client)
  return true
}
