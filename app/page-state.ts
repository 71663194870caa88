import type { Language } from './features/i18n/contract.ts'
import type { PageName } from './page-modules.ts'
import type { Messages } from './platform/browser/messages.tsx'
import type { SiteDetails } from './site.ts'

/** What a page was rendered with; it travels with the page, so that the browser can take it over. */
export type PageState = {
  name: PageName
  /** Undefined on the 404 page, which is the same for every unknown path. */
  path: string | undefined
  language: Language
  messages: Messages
  /** What operators have changed of the defaults in site.ts. */
  site?: Partial<SiteDetails> | undefined
  publicUrl: string
  lastEventId: string
  isComplete: boolean
  /** From the page's loader. */
  data: unknown
}

export const PAGE_STATE_ID = 'page-state'

/** For a `script` element, which the first `</script` would end, and `<!--` would extend. */
export function serializeState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}
