import { createContext, use } from 'react'
import { type SiteDetails, site } from './site.ts'

/** The site's details as operators have them, without any the defaults. */
export const SiteContext = createContext<SiteDetails>(site)

export function useSite(): SiteDetails {
  return use(SiteContext)
}
