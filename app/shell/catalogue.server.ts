import type { Language } from '../features/i18n/contract.ts'
import { npcsMessages } from '../features/npcs/messages.ts'
import { welcomeMessages } from '../features/welcome/messages.ts'
import type { Messages } from '../platform/messages.tsx'
import { shellMessages } from './messages.ts'

/** All words of the site in one language; a page carries these and no other language's. */
export function catalogueFor(language: Language) {
  return {
    shell: shellMessages[language],
    welcome: welcomeMessages[language],
    npcs: npcsMessages[language],
  } satisfies Messages
}
