/** What operators may change at the desk; what is here is the default. */
export type SiteDetails = {
  name: string
  social: {
    name: string
    /** For X, which shows it beside shared links. */
    handle?: string | undefined
    url: string
  }
  company: string
  adPriceUsdPerMinute: number
  monthlyViews: number
}

/** What operators customise: names, addresses, figures and texts that are the same in every language. */
export const site: SiteDetails & { minimumAge: number } = {
  name: 'NPC Stream',
  social: { name: 'X', handle: '@npcstream', url: 'https://x.com/npcstream' },
  company: 'NPC Stream OÜ · Registry code 00000000 · Tallinn, Estonia',
  adPriceUsdPerMinute: 50,
  monthlyViews: 1_000_000,
  minimumAge: 18,
}
