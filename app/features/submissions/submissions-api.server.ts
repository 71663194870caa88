import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { parseBody } from '../../platform/http/parse-body.server.ts'
import { networkKey, visitorKey } from '../../platform/network/visitor-address.server.ts'
import type { NotificationChannel } from '../../platform/notifications/settings.server.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import type { SiteDetails } from '../../site.ts'
import { languageFromCookie } from '../i18n/contract.ts'
import { adPriceUsd } from './contract.ts'
import { deliverAdRequest, deliverApplication } from './deliver-submission.server.ts'
import { SUBMISSIONS_PROBLEMS, submissionsProblem } from './problems.server.ts'
import { applicationSchema, MAX_IMAGE_TEXT, parseAdRequest } from './submission-requests.server.ts'

type Needs = {
  db: Db
  clock: Clock
  siteDetails: { current(): SiteDetails }
  visitorSecret: string
  rateLimits: RateLimits<'submissions'>
  notificationChannels: NotificationChannel[]
}

/** The image, and 64 kB for all the rest. */
const AD_REQUEST_LIMIT = MAX_IMAGE_TEXT + 64 * 1024
/** Each may hold its whole body in memory. */
const MAX_UPLOADS_AT_ONCE = 20
const RETRY_AFTER_S = 5

/** For a site whose operators have a desk; without one, nothing is sent anywhere. */
export async function submissionsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { clock, siteDetails, visitorSecret, rateLimits } = needs
  let uploads = 0

  function fromOf({ ip = '', headers }: FastifyRequest) {
    const sender = { address: visitorKey(visitorSecret, ip) ?? null, network: networkKey(visitorSecret, ip) }
    return { sender, language: languageFromCookie(headers.cookie) }
  }

  // Before the body is read.
  api.addHook('onRequest', async ({ ip }) => rateLimits.spend('submissions', ip ?? ''))

  api.post('/applications', async (request, reply) => {
    const application = parseBody(applicationSchema, request.body, SUBMISSIONS_PROBLEMS)
    const outcome = await deliverApplication(needs, application, fromOf(request))
    if (outcome !== 'delivered') throw submissionsProblem(outcome)
    return reply.code(201).send({})
  })

  api.post(
    '/ad-requests',
    {
      bodyLimit: AD_REQUEST_LIMIT,
      onRequest: async (_request, reply) => {
        // The client has left meanwhile, and nothing would give its place back.
        if (reply.raw.closed) return
        if (uploads >= MAX_UPLOADS_AT_ONCE) throw new HttpProblem(503, undefined, RETRY_AFTER_S)
        uploads += 1
        reply.raw.once('close', () => {
          uploads -= 1
        })
      },
    },
    async (request, reply) => {
      const asked = parseAdRequest(request.body, clock.now())
      const price = adPriceUsd(asked.minutes, siteDetails.current().adPriceUsdPerMinute)
      if (asked.price_usd !== price) throw submissionsProblem('price_changed')
      const outcome = await deliverAdRequest(needs, asked, fromOf(request))
      if (outcome !== 'delivered') throw submissionsProblem(outcome)
      return reply.code(201).send({})
    },
  )
}
