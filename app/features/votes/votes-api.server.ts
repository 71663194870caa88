import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem, problemOf } from '../../platform/http/http-problem.server.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import { NPC_ID, NPC_UNKNOWN } from '../npcs/contract.ts'
import { castVoteSchema, type VoteAnswer, type VoteType } from './contract.ts'
import { identifyVoter, type VoterNeeds } from './identify-voter.server.ts'
import { createVoteBatcher } from './vote-batcher.server.ts'
import { findVotes } from './votes-store.server.ts'

type Needs = VoterNeeds & { db: Db; rateLimits: RateLimits<'votes'> }
type OfNpc = { Params: { id: string } }

export async function votesApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { db, rateLimits } = needs
  const batcher = createVoteBatcher({ db })
  const voterOf = (request: FastifyRequest, reply: FastifyReply) => identifyVoter(needs, request, reply)

  async function vote(request: FastifyRequest<OfNpc>, reply: FastifyReply, vote_type: VoteType | null) {
    const voter = voterOf(request, reply)
    const { id: npcId } = request.params
    rateLimits.spend('votes', request.ip ?? '')
    const npc = NPC_ID.test(npcId) ? await batcher.cast({ npcId, voter, type: vote_type }) : undefined
    if (npc === undefined) throw problemOf(NPC_UNKNOWN)
    return { npc, vote_type } satisfies VoteAnswer
  }

  api.get('/ip', async (request) => ({ ip: request.ip }))

  api.get('/votes', (request, reply) => findVotes({ db }, voterOf(request, reply)))

  api.put<OfNpc>('/npcs/:id/vote', async (request, reply) => {
    const asked = v.safeParse(castVoteSchema, request.body)
    if (!asked.success) throw new HttpProblem(400, 'A vote is a like or a dislike.')
    return vote(request, reply, asked.output.vote_type)
  })

  api.delete<OfNpc>('/npcs/:id/vote', (request, reply) => vote(request, reply, null))
}
