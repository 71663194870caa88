import type { FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord, type Details } from '../../features/members/audit-log-store.server.ts'
import { setCurrentCap, unsetCurrentCap } from '../../features/roadmap/change-current-cap.server.ts'
import {
  correctMilestone,
  markMilestone,
  takeBackMilestone,
} from '../../features/roadmap/change-milestone.server.ts'
import { MAX_CAP_USD, MAX_EVIDENCE, MAX_REASON } from '../../features/roadmap/limits.ts'
import { roadmapMessages } from '../../features/roadmap/messages.ts'
import { QUESTS, type Quest } from '../../features/roadmap/milestones.ts'
import { currentCapSchema, reachedSchema } from '../../features/roadmap/roadmap-requests.server.ts'
import { findRoadmap } from '../../features/roadmap/roadmap-store.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { parseBody } from '../parts/read-request.server.ts'

type Needs = { db: Db; clock: Clock }
type OfOne = { Params: { id: string } }
type Member = ReturnType<typeof sessionOf>['member']
type Change = {
  action: string
  details: Details
  work(client: ClientBase): Promise<boolean>
  otherwise: string
}

const REACHED_RULES = `A reason has 1 to ${MAX_REASON} characters, the evidence is an https address of at most ${MAX_EVIDENCE}, and the time is not in the future.`
const CAP_RULES = `A cap is a whole number of dollars from 1 to ${MAX_CAP_USD}, and its day is not in the future.`
const ALREADY = 'Somebody else has marked it already. Reload to see the reason.'
const NOT_MARKED = 'It is not marked as reached. Somebody else may have taken it back.'
const NO_CAP = 'No cap is shown. Somebody else may have taken it back.'

/** The roadmap as visitors see it, and what operators change of it. */
export async function milestonesApi(api: FastifyInstance, { db, clock }: Needs): Promise<void> {
  async function change(member: Member, { action, details, work, otherwise }: Change): Promise<object> {
    const changed = await changeWithRecord(db, member, async (client) =>
      (await work(client)) ? { action, details } : undefined,
    )
    if (changed === undefined) throw new HttpProblem(409, otherwise)
    return {}
  }

  api.get('/milestones', () => findRoadmap({ db }))

  api.post<OfOne>('/milestones/:id', (request) => {
    const quest = readQuest(request.params.id)
    const reached = parseBody(reachedSchema(clock.now()), request.body, REACHED_RULES)
    return change(sessionOf(request).member, {
      action: 'marked a milestone',
      details: { milestone: nameOf(quest), ...reached },
      work: (client) => markMilestone(client, quest, reached),
      otherwise: ALREADY,
    })
  })

  api.put<OfOne>('/milestones/:id', (request) => {
    const quest = readQuest(request.params.id)
    const reached = parseBody(reachedSchema(clock.now()), request.body, REACHED_RULES)
    return change(sessionOf(request).member, {
      action: 'corrected a milestone',
      details: { milestone: nameOf(quest), ...reached },
      work: (client) => correctMilestone(client, quest, reached),
      otherwise: NOT_MARKED,
    })
  })

  api.delete<OfOne>('/milestones/:id', (request) => {
    const quest = readQuest(request.params.id)
    return change(sessionOf(request).member, {
      action: 'took back a milestone',
      details: { milestone: nameOf(quest) },
      work: (client) => takeBackMilestone(client, quest),
      otherwise: NOT_MARKED,
    })
  })

  api.put('/current-cap', (request) => {
    const cap = parseBody(currentCapSchema(clock.now()), request.body, CAP_RULES)
    return change(sessionOf(request).member, {
      action: 'set the cap',
      details: { ...cap },
      work: (client) => setCurrentCap(client, cap).then(() => true),
      otherwise: '',
    })
  })

  api.delete('/current-cap', (request) =>
    change(sessionOf(request).member, {
      action: 'unset the cap',
      details: {},
      work: unsetCurrentCap,
      otherwise: NO_CAP,
    }),
  )
}

function readQuest(id: string): Quest {
  const quest = QUESTS.find(({ key }) => key === id)
  if (quest === undefined) throw new HttpProblem(404)
  return quest
}

function nameOf({ key }: Quest): string {
  return roadmapMessages.en[key]
}
