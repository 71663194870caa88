/** What an operator may change of the site's details, as the desk's form has it. */
export type SiteFields = {
  name: string
  social_url: string
  company: string
  ad_price_usd: number
  monthly_views: number
}

export const SITE_FIELDS = ['name', 'social_url', 'company', 'ad_price_usd', 'monthly_views'] as const

/** Long enough for a name, short enough for one line of the header. */
export const MAX_SITE_NAME = 30
export const MAX_COMPANY = 200
export const MAX_SOCIAL_URL = 200
export const AD_PRICE_USD = { min: 1, max: 1_000_000 }
export const MAX_MONTHLY_VIEWS = 1_000_000_000_000
