import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/database.server.ts'
import { problemOf } from '../../platform/http/http-problem.server.ts'
import { NPC_ID, NPC_UNKNOWN } from '../npcs/contract.ts'
import type { Mission } from './contract.ts'
import { findMission } from './missions-store.server.ts'

/** For pages that may have missed events. */
export async function missionsApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get<{ Params: { id: string } }>('/npcs/:id/mission', async ({ params: { id } }): Promise<Mission> => {
    const mission = NPC_ID.test(id) ? await findMission({ db }, id) : undefined
    if (mission === undefined) throw problemOf(NPC_UNKNOWN)
    return mission
  })
}
