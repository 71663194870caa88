import type { FastifyInstance } from 'fastify'
import { coalesceCalls } from '../../platform/async/coalesce-calls.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { findRoadmap } from './roadmap-store.server.ts'

/** For browsers without server events, and for pages that were rendered without the database. */
export async function roadmapApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get(
    '/roadmap',
    coalesceCalls(() => findRoadmap({ db })),
  )
}
