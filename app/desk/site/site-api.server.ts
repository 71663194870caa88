import type { FastifyInstance } from 'fastify'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { changeSiteDetails } from '../../features/site-details/change-site-details.server.ts'
import {
  AD_PRICE_USD,
  MAX_COMPANY,
  MAX_SITE_NAME,
  type SiteFields,
} from '../../features/site-details/contract.ts'
import { findSiteFields } from '../../features/site-details/site-details-store.server.ts'
import { siteChangeSchema } from '../../features/site-details/site-requests.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { site } from '../../site.ts'
import { parseBody } from '../parts/read-request.server.ts'

const DEFAULTS: SiteFields = {
  name: site.name,
  social_url: site.social.url,
  company: site.company,
  ad_price_usd: site.adPriceUsdPerMinute,
  monthly_views: site.monthlyViews,
}
const RULES = `A name has at most ${MAX_SITE_NAME} characters and no braces, the company text at most ${MAX_COMPANY}; the social address begins with https://; the price is a whole number from ${AD_PRICE_USD.min} to ${AD_PRICE_USD.max}, and the views are a whole number from 0 on.`

export async function siteApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get('/site-details', async () => ({ own: await findSiteFields({ db }), defaults: DEFAULTS }))

  api.put('/site-details', async (request) => {
    const change = parseBody(siteChangeSchema, request.body, RULES)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      const details = await changeSiteDetails(client, change)
      const named = Object.entries(details).map(([field, value]) => [field, value ?? 'the default'])
      return named.length > 0
        ? { action: 'changed site details', details: Object.fromEntries(named) }
        : undefined
    })
    return { own: await findSiteFields({ db }) }
  })
}
