import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/database.server.ts'
import { shareNext } from '../../platform/share-next.ts'
import { listNpcs } from './npcs-store.server.ts'

export async function npcsApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get(
    '/npcs',
    shareNext(() => listNpcs({ db })),
  )
}
