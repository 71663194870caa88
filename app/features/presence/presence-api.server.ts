import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { networkKey, visitorKey } from '../../platform/network/visitor-address.server.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import type { Online } from './contract.ts'
import type { Presence } from './presence.server.ts'

type Needs = { presence: Presence; visitorSecret: string; rateLimits: RateLimits<'presence'> }

const NO_ADDRESS = 'none'

const sessionSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)) })

export async function presenceApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { presence, visitorSecret, rateLimits } = needs
  api.addHook('onRequest', async ({ ip }) => rateLimits.spend('presence', ip ?? ''))

  api.post('/presence', async (request): Promise<Online> => {
    const session = v.safeParse(sessionSchema, request.body)
    if (!session.success)
      throw new HttpProblem(400, 'A session has an id of 1 to 64 letters, digits, - or _.')
    const ip = request.ip ?? ''
    const address = visitorKey(visitorSecret, ip) ?? NO_ADDRESS
    const network = networkKey(visitorSecret, ip) ?? NO_ADDRESS
    return { online: presence.see(session.output.id, { address, network }) }
  })
}
