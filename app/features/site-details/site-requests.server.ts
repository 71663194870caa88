import * as v from 'valibot'
import { lineOfText, secureUrl } from '../../platform/public-text.server.ts'
import {
  AD_PRICE_USD,
  MAX_COMPANY,
  MAX_MONTHLY_VIEWS,
  MAX_SITE_NAME,
  MAX_SOCIAL_URL,
  SITE_FIELDS,
} from './contract.ts'

const between = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** Braces mark places in texts. */
const nameSchema = v.pipe(lineOfText(MAX_SITE_NAME), v.regex(/^[^{}]*$/))

/** Some of the fields; null brings a default back. */
export const siteChangeSchema = v.pipe(
  v.strictObject({
    name: v.optional(v.nullable(nameSchema)),
    social_url: v.optional(v.nullable(secureUrl(MAX_SOCIAL_URL))),
    company: v.optional(v.nullable(lineOfText(MAX_COMPANY))),
    ad_price_usd: v.optional(v.nullable(between(AD_PRICE_USD.min, AD_PRICE_USD.max))),
    monthly_views: v.optional(v.nullable(between(0, MAX_MONTHLY_VIEWS))),
  }),
  v.check((change) => SITE_FIELDS.some((field) => change[field] !== undefined)),
)
export type SiteChange = v.InferOutput<typeof siteChangeSchema>
