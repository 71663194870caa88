import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/database.server.ts'
import { problemOf } from '../../../platform/http/http-problem.server.ts'
import { NPC_ID, NPC_UNKNOWN } from '../../npcs/contract.ts'
import type { Stream, StreamNews } from '../contract.ts'
import { findStream } from './streams-store.server.ts'

/** For browsers without server events. */
export async function streamsApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get<{ Params: { id: string } }>(
    '/npcs/:id/stream',
    async ({ params: { id } }): Promise<StreamNews & Stream> => {
      const stream = NPC_ID.test(id) ? await findStream({ db }, id) : undefined
      if (stream === undefined) throw problemOf(NPC_UNKNOWN)
      return { npc_id: id, ...stream }
    },
  )
}
