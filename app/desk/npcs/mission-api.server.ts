import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { changeMission, type MissionChange } from '../../features/missions/change-mission.server.ts'
import { MAX_STEPS } from '../../features/missions/contract.ts'
import { findMission } from '../../features/missions/missions-store.server.ts'
import { findNpc } from '../../features/npcs/npcs-store.server.ts'
import { fill } from '../../platform/browser/fill.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { readId } from '../parts/read-request.server.ts'
import type { Plan } from './contract.ts'
import { readNewStep, readStepDone, readStepOrder, readStepText, readTexts } from './npc-requests.server.ts'
import { words } from './words.ts'

type OfNpc = { Params: { npcId: string } }
type OfStep = { Params: { npcId: string; id: string } }

const NPC = { config: { access: 'npc' } } as const
const { rejected } = words
const MEANWHILE: Partial<Record<MissionChange['kind'], string>> = { texts: words.missionChanged }

/** An NPC's own mission and steps; operators change those of all. */
export async function missionApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  async function change(
    request: FastifyRequest<OfNpc | OfStep>,
    action: string,
    asked: MissionChange,
  ): Promise<object> {
    const npcId = String(readId(request.params.npcId))
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      const outcome = await changeMission(client, npcId, asked)
      if (outcome === 'unknown')
        throw new HttpProblem(404, 'id' in asked ? rejected.stepGone : words.unknownNpc)
      if (outcome === 'changed meanwhile')
        throw new HttpProblem(
          409,
          MEANWHILE[asked.kind] ?? rejected.meanwhile,
          undefined,
          'changed_meanwhile',
        )
      if (outcome === 'full') throw new HttpProblem(409, fill(rejected.tooManySteps, { count: MAX_STEPS }))
      if (outcome === 'unchanged') return undefined
      return { action, details: { npc: npcId, ...('id' in asked && { step: asked.id }) } }
    })
    return {}
  }

  api.get<OfNpc>('/npcs/:npcId/plan', NPC, async ({ params }): Promise<Plan> => {
    const id = readId(params.npcId)
    const [npc, mission] = await Promise.all([findNpc({ db }, id), findMission({ db }, String(id))])
    if (npc === undefined || mission === undefined) throw new HttpProblem(404, words.unknownNpc)
    return { name: npc.name, mission }
  })

  api.put<OfNpc>('/npcs/:npcId/mission', NPC, (request) =>
    change(request, 'changed a mission', { kind: 'texts', ...readTexts(request.body) }),
  )

  api.post<OfNpc>('/npcs/:npcId/steps', NPC, (request) =>
    change(request, 'added a step', { kind: 'new step', text: readNewStep(request.body) }),
  )

  api.put<OfNpc>('/npcs/:npcId/steps/order', NPC, (request) =>
    change(request, 'ordered the steps', { kind: 'step order', ...readStepOrder(request.body) }),
  )

  api.put<OfStep>('/npcs/:npcId/steps/:id/text', NPC, (request) =>
    change(request, 'changed a step', {
      kind: 'step text',
      id: readId(request.params.id),
      ...readStepText(request.body),
    }),
  )

  api.put<OfStep>('/npcs/:npcId/steps/:id/done', NPC, (request) => {
    const isDone = readStepDone(request.body)
    const action = isDone ? 'marked a step as done' : 'marked a step as not done'
    return change(request, action, { kind: 'step done', id: readId(request.params.id), isDone })
  })

  api.delete<OfStep>('/npcs/:npcId/steps/:id', NPC, (request) =>
    change(request, 'removed a step', { kind: 'remove step', id: readId(request.params.id) }),
  )

  api.delete<OfNpc>('/npcs/:npcId/steps', NPC, (request) =>
    change(request, 'removed all steps', { kind: 'remove all steps' }),
  )
}
