/** What operators customise: names, addresses, figures and texts that are the same in every language. */
export const site = {
  name: 'NPC Stream',
  social: { name: 'X', handle: '@npcstream', url: 'https://x.com/npcstream' },
  company: 'NPC Stream OÜ · Registry code 00000000 · Tallinn, Estonia',
  adPriceUsdPerMinute: 50,
  monthlyViews: 1_000_000,
  minimumAge: 18,
}
