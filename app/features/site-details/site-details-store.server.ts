import type { ClientBase } from 'pg'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { SiteFields } from './contract.ts'

/** Only what an operator has changed. */
export async function findSiteFields({ db }: { db: Queryable }): Promise<Partial<SiteFields>> {
  const { rows } = await db.query<{ field: string; value: string }>('select field, value from site_details')
  const { name, social_url, company, ad_price_usd, monthly_views } = Object.fromEntries(
    rows.map(({ field, value }) => [field, value]),
  )
  return {
    ...(name !== undefined && { name }),
    ...(social_url !== undefined && { social_url }),
    ...(company !== undefined && { company }),
    ...(ad_price_usd !== undefined && { ad_price_usd: Number(ad_price_usd) }),
    ...(monthly_views !== undefined && { monthly_views: Number(monthly_views) }),
  }
}

/** Null brings the default back. False if nothing has changed. */
export async function changeSiteField(
  client: ClientBase,
  field: keyof SiteFields,
  value: string | number | null,
): Promise<boolean> {
  const { rowCount } =
    value === null
      ? await client.query('delete from site_details where field = $1', [field])
      : await client.query(
          `insert into site_details (field, value) values ($1, $2)
           on conflict (field) do update set value = excluded.value where site_details.value <> excluded.value`,
          [field, String(value)],
        )
  return rowCount === 1
}
