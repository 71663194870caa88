import { adsMessages } from './features/ads/messages.ts'
import { donationsMessages } from './features/donations/messages.ts'
import type { Language } from './features/i18n/contract.ts'
import { liveMessages } from './features/live/messages.ts'
import { missionsMessages } from './features/missions/messages.ts'
import { npcsMessages } from './features/npcs/messages.ts'
import { translateDescriptions } from './features/npcs/seeded-descriptions.ts'
import { onboardingMessages } from './features/onboarding/messages.ts'
import { presenceMessages } from './features/presence/messages.ts'
import { roadmapMessages } from './features/roadmap/messages.ts'
import { votesMessages } from './features/votes/messages.ts'
import { weatherMessages } from './features/weather/messages.ts'
import { welcomeMessages } from './features/welcome/messages.ts'
import type { Messages } from './platform/browser/messages.tsx'
import { shellMessages } from './shell/messages.ts'

/** All messages of the site in one language, the only ones that a page carries. */
export function catalogueFor(language: Language, siteName: string) {
  return nameSite(siteName, {
    shell: shellMessages[language],
    welcome: welcomeMessages[language],
    npcs: npcsMessages[language],
    descriptions: translateDescriptions(language),
    votes: votesMessages[language],
    presence: presenceMessages[language],
    onboarding: onboardingMessages[language],
    ads: adsMessages[language],
    live: liveMessages[language],
    missions: missionsMessages[language],
    donations: donationsMessages[language],
    weather: weatherMessages[language],
    roadmap: roadmapMessages[language],
  } satisfies Messages)
}

/** Once for all pages, so that no browser has to. */
function nameSite<T extends Messages>(siteName: string, messages: T): T {
  return JSON.parse(JSON.stringify(messages), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('{site}', () => siteName) : value,
  ) as T
}
