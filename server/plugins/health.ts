import type { FastifyInstance } from 'fastify'
import { coalesceCalls } from '../../app/platform/async/coalesce-calls.ts'
import type { Resources } from '../../app/resources.ts'
import { VERSION } from '../version.ts'
import { sendProblem } from './handle-errors.ts'

export async function health(app: FastifyInstance, { db }: Pick<Resources, 'db'>): Promise<void> {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  // Concurrent checks share one query.
  const queryDatabase = coalesceCalls(() => db.query('select 1 from npcs limit 1'))

  app.get('/healthz', async () => ({ status: 'alive', version: VERSION }))

  app.get('/readyz', async (_request, reply) => {
    if (isClosing) return sendProblem(reply, 503, { detail: { en: 'This instance is stopping.' } })
    await queryDatabase()
    return { status: 'ready' }
  })
}
