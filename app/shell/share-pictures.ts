import type { Language } from '../features/i18n/contract.ts'

/** The pages that have a picture of their own; `npm run share-pictures` draws them. */
export const SHARE_PAGES = ['home', 'npc1', 'onboarding'] as const
export type SharePage = (typeof SHARE_PAGES)[number]

export const SHARE_SIZE = { width: 1200, height: 630 }

export function sharePicture(page: SharePage, language: Language): string {
  return `/share/${page}-${language}.png`
}
