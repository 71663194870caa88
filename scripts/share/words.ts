import type { Language } from '../../app/features/i18n/contract.ts'
import { liveMessages } from '../../app/features/live/messages.ts'
import { onboardingMessages } from '../../app/features/onboarding/messages.ts'
import { welcomeMessages } from '../../app/features/welcome/messages.ts'
import type { SharePage } from '../../app/shell/share-pictures.ts'

/** As seeded; a picture cannot follow the database. */
const NPC_NAME = 'NPC One'

type ShareWords = { title: string; lead: string }

/** What a picture says: the page's own heading and lead. */
export function shareWords(page: SharePage, language: Language): ShareWords {
  if (page === 'home') return welcomeMessages[language]
  if (page === 'onboarding') return onboardingMessages[language]
  const { title, description } = liveMessages[language]
  return { title, lead: description.replace('{name}', NPC_NAME) }
}
