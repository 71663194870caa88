import {
  AD_PRICE_USD,
  MAX_COMPANY,
  MAX_MONTHLY_VIEWS,
  MAX_SITE_NAME,
  SITE_FIELDS,
  type SiteFields,
} from '../../features/site-details/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { words } from './words.ts'

/** As typed; empty means the default. */
export type SiteDraft = Record<keyof SiteFields, string>
export type SiteChange = { [Field in keyof SiteFields]?: SiteFields[Field] | null }

const NUMBERS: readonly string[] = ['ad_price_usd', 'monthly_views']

export function toDraft(own: Partial<SiteFields>): SiteDraft {
  const { name = '', social_url = '', company = '', ad_price_usd = '', monthly_views = '' } = own
  return { name, social_url, company, ad_price_usd: `${ad_price_usd}`, monthly_views: `${monthly_views}` }
}

/** Only what differs from what was loaded: nobody overwrites a field that they have not touched. */
export function findChange(draft: SiteDraft, own: Partial<SiteFields>): SiteChange | undefined {
  const before = toDraft(own)
  const touched = SITE_FIELDS.filter((field) => draft[field].trim() !== before[field])
  if (touched.length === 0) return undefined
  return Object.fromEntries(touched.map((field) => [field, toValue(field, draft[field].trim())]))
}

function toValue(field: keyof SiteFields, text: string): string | number | null {
  if (text === '') return null
  return NUMBERS.includes(field) ? Number(text) : text
}

export function findFaults(draft: SiteDraft): Partial<SiteDraft> {
  const { name, social_url, company, ad_price_usd, monthly_views } = draft
  const { min, max } = AD_PRICE_USD
  return {
    ...((/[{}]/.test(name) || name.trim().length > MAX_SITE_NAME) && {
      name: fill(words.nameWrong, { count: MAX_SITE_NAME }),
    }),
    ...(!/^(https:\/\/\S+)?$/.test(social_url.trim()) && { social_url: words.social_urlWrong }),
    ...(company.trim().length > MAX_COMPANY && { company: fill(words.companyWrong, { count: MAX_COMPANY }) }),
    ...(!isWhole(ad_price_usd, min, max) && { ad_price_usd: fill(words.ad_price_usdWrong, { min, max }) }),
    ...(!isWhole(monthly_views, 0, MAX_MONTHLY_VIEWS) && {
      monthly_views: fill(words.monthly_viewsWrong, { max: MAX_MONTHLY_VIEWS }),
    }),
  }
}

function isWhole(text: string, min: number, max: number): boolean {
  const number = Number(text)
  return text.trim() === '' || (/^\s*\d{1,15}\s*$/.test(text) && number >= min && number <= max)
}
