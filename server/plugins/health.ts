import type { FastifyInstance } from 'fastify'
import type { Resources } from '../../app/resources.ts'
import { sendProblem } from './handle-errors.ts'

export async function health(app: FastifyInstance, { db }: Pick<Resources, 'db'>): Promise<void> {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    if (isClosing) return sendProblem(reply, 503, 'This instance is stopping.')
    await db.query('select 1 from npcs limit 1')
    return { status: 'ready' }
  })
}
