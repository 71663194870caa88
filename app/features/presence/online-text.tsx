import { plural, useSpeech } from '../../platform/browser/messages.tsx'
import { useOnline } from './online.tsx'
import { usePresenceMessages } from './use-messages.ts'

export function OnlineText() {
  const words = usePresenceMessages()
  const { language } = useSpeech()
  return plural(language, words.online, useOnline())
}
