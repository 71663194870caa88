import { isDeepStrictEqual } from 'node:util'
import { startBackgroundTask } from '../../platform/async/background-task.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Changes } from '../../platform/database/watch-changes.server.ts'
import type { Log } from '../../platform/logging/logging.server.ts'
import { type SiteDetails, site } from '../../site.ts'
import type { SiteFields } from './contract.ts'
import { nameNetwork } from './name-network.ts'
import { findSiteFields } from './site-details-store.server.ts'

export type KeptSite = {
  /** As last read from the database, with the defaults of app/site.ts. */
  current(): SiteDetails
  /** Only what differs from the defaults by the will of an operator; undefined if that is nothing. */
  changed(): Partial<SiteDetails> | undefined
  close(): void
}

type Needs = { db: Db; changes: Pick<Changes, 'subscribe' | 'touch'>; log: Log }

/**
 * Keeps the details in memory, so that every page and answer has them without waiting. After each reading that brings
 * something new, pages are out of date once more: one may have been rendered between the notification and the reading.
 */
export async function keepSiteDetails({ db, changes, log }: Needs): Promise<KeptSite> {
  let changed = toDetails(await findSiteFields({ db }))

  const reading = startBackgroundTask({
    async work() {
      const latest = toDetails(await findSiteFields({ db }))
      if (!isDeepStrictEqual(latest, changed)) {
        changed = latest
        changes.touch()
      }
      return 'idle'
    },
    log,
    failing: 'the details of the site cannot be read',
    recovered: 'the details of the site can be read again',
    level: 'debug',
    startsIdle: true,
  })
  const unsubscribe = changes.subscribe('changes', (table) => {
    if (table === undefined || table === 'site_details') reading.request()
  })
  // For a change between the first reading and the subscription.
  reading.request()
  return {
    current: () => ({ ...site, ...changed }),
    changed: () => changed,
    close() {
      unsubscribe()
      void reading.close()
    },
  }
}

/** The site without a change by anybody. */
export const defaultSite: KeptSite = { current: () => site, changed: () => undefined, close: () => {} }

function toDetails(fields: Partial<SiteFields>): Partial<SiteDetails> | undefined {
  const { name, social_url, company, ad_price_usd, monthly_views } = fields
  const details: Partial<SiteDetails> = {
    ...(name !== undefined && { name }),
    // A value that somebody changed in the database by hand must not stop the site.
    ...(social_url !== undefined && URL.canParse(social_url) && { social: nameNetwork(social_url) }),
    ...(company !== undefined && { company }),
    ...(ad_price_usd !== undefined && { adPriceUsdPerMinute: ad_price_usd }),
    ...(monthly_views !== undefined && { monthlyViews: monthly_views }),
  }
  return Object.keys(details).length > 0 ? details : undefined
}
