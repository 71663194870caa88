import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DeskUrl, requireAccess } from '../../app/features/members/access.server.ts'
import type { Db } from '../../app/platform/database/database.server.ts'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'

const READS = new Set(['GET', 'HEAD'])

/**
 * For every request of the desk, known route or not. A cookie proves little: browsers send that of `localhost` to every
 * local port, and pages of other local ports count as the same site.
 */
export function guardDesk(desk: FastifyInstance, { db, deskUrl }: { db: Db; deskUrl: DeskUrl }): void {
  desk.decorateRequest('session', undefined)

  function assertOwnPage({ method, headers }: FastifyRequest): void {
    const { origin, host } = new URL(deskUrl())
    // Another name for this machine, as an attacker's DNS server may give it.
    if (headers.host !== host) throw new HttpProblem(421, `The desk is at ${deskUrl()}.`)
    if (READS.has(method)) return
    const site = headers['sec-fetch-site']
    const isOwn = headers.origin === origin && (site === undefined || site === 'same-origin')
    if (!isOwn) throw new HttpProblem(403, 'Changes are made from pages of the desk.')
  }

  desk.addHook('onRequest', async (request) => {
    assertOwnPage(request)
    if (!request.is404) await requireAccess({ db, deskUrl }, request)
  })
}
