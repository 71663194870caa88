import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Refusal } from '../../platform/refusal.server.ts'
import type { Online } from './contract.ts'
import type { Presence } from './presence.server.ts'

const sessionSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) })

export async function presenceApi(api: FastifyInstance, { presence }: { presence: Presence }): Promise<void> {
  api.post('/presence', async (request): Promise<Online> => {
    const session = v.safeParse(sessionSchema, request.body)
    if (!session.success) throw new Refusal(400, 'A session has an id of 8 to 64 letters, digits, - or _.')
    return { online: presence.see(session.output.id) }
  })
}
