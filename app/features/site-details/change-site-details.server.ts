import type { ClientBase } from 'pg'
import { SITE_FIELDS, type SiteFields } from './contract.ts'
import { changeSiteField } from './site-details-store.server.ts'
import type { SiteChange } from './site-requests.server.ts'

/**
 * Changes the fields that are named and leaves the others alone, so of two operators each keeps what the other has not
 * touched; of one field the last value counts. Returns what has changed.
 */
export async function changeSiteDetails(
  client: ClientBase,
  change: SiteChange,
): Promise<Partial<SiteFields>> {
  const changed: Record<string, string | number | null> = {}
  // Always in the same order: two who change the same fields never wait for each other.
  for (const field of SITE_FIELDS) {
    const value = change[field]
    if (value !== undefined && (await changeSiteField(client, field, value))) changed[field] = value
  }
  return changed
}
