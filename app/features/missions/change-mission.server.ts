import type { ClientBase } from 'pg'
import type { Translations } from '../npcs/contract.ts'
import type { Mission, Step } from './contract.ts'
import {
  deleteSteps,
  insertStep,
  lockMission,
  publishMission,
  setMissionTexts,
  setStepDone,
  setStepOrder,
  setStepText,
} from './missions-store.server.ts'

/** `from` is what the member saw: a change that somebody else has made meanwhile is not overwritten. */
export type MissionChange =
  | { kind: 'texts'; from: Translations; to: Translations }
  | { kind: 'new step'; text: string }
  | { kind: 'step text'; id: number; from: string; to: string }
  | { kind: 'step done'; id: number; isDone: boolean }
  | { kind: 'step order'; from: number[]; to: number[] }
  | { kind: 'remove step'; id: number }
  | { kind: 'remove all steps' }

type Outcome = 'changed' | 'unchanged' | 'changed meanwhile' | 'full' | 'unknown'

export async function changeMission(
  client: ClientBase,
  npcId: string,
  change: MissionChange,
): Promise<Outcome> {
  const mission = await lockMission(client, npcId)
  if (mission === undefined) return 'unknown'
  const outcome = await apply(client, mission, change)
  if (outcome === 'changed') await publishMission(client, npcId)
  return outcome
}

async function apply(client: ClientBase, mission: Mission, change: MissionChange): Promise<Outcome> {
  const { npc_id: npcId, steps } = mission
  const remove = async (ids: number[]): Promise<Outcome> => {
    await deleteSteps(client, npcId, ids)
    return 'changed'
  }
  switch (change.kind) {
    case 'texts':
      return ifStill(mission.texts, change, () => setMissionTexts(client, npcId, change.to))
    case 'new step':
      return (await insertStep(client, npcId, change.text)) === undefined ? 'full' : 'changed'
    case 'step text':
      return ofStep(steps, change.id, ({ id, text }) =>
        ifStill(text, change, () => setStepText(client, id, change.to)),
      )
    case 'step done':
      return ofStep(steps, change.id, async ({ id, is_done }) => {
        if (is_done === change.isDone) return 'unchanged'
        await setStepDone(client, id, change.isDone)
        return 'changed'
      })
    case 'step order':
      return ifStill(idsOf(steps), change, () => setStepOrder(client, npcId, change.to))
    case 'remove step':
      return ofStep(steps, change.id, ({ id }) => remove([id]))
    case 'remove all steps':
      return steps.length === 0 ? 'unchanged' : remove(idsOf(steps))
  }
}

async function ofStep(steps: Step[], id: number, work: (step: Step) => Promise<Outcome>): Promise<Outcome> {
  const step = steps.find((one) => one.id === id)
  return step ? work(step) : 'unknown'
}

async function ifStill<T>(
  current: T,
  { from, to }: { from: T; to: T },
  work: () => Promise<void>,
): Promise<Outcome> {
  if (isSame(current, to)) return 'unchanged'
  if (!isSame(current, from)) return 'changed meanwhile'
  await work()
  return 'changed'
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

/** The order of languages means nothing, that of steps does. */
function canonical(value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify(isRecord ? Object.entries(value).toSorted() : value)
}

function idsOf(steps: Step[]): number[] {
  return steps.map(({ id }) => id)
}
