import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/database.server.ts'
import { HttpProblem } from '../../../platform/http/http-problem.server.ts'
import { findAvatar } from './avatars-store.server.ts'

const HEADERS = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }

/** The name of an avatar is the hash of its bytes, so it never changes. */
export async function avatarsApi(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  app.get<{ Params: { hash: string } }>('/avatars/:hash(^[0-9a-f]{64}$).webp', async ({ params }, reply) => {
    const image = await findAvatar({ db }, params.hash)
    if (image === undefined) throw new HttpProblem(404)
    return reply.headers(HEADERS).send(image)
  })
}
