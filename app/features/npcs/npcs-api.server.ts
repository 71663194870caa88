import type { FastifyInstance } from 'fastify'
import { coalesceCalls } from '../../platform/async/coalesce-calls.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { listNpcs } from './npcs-store.server.ts'

export async function npcsApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get(
    '/npcs',
    coalesceCalls(() => listNpcs({ db })),
  )
}
