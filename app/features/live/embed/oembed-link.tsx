import { useSpeech } from '../../../platform/browser/messages.tsx'
import { addressIn, type Language } from '../../i18n/contract.ts'
import { LIVE_NPC_PATH } from '../../npcs/contract.ts'
import { OEMBED_PATH } from './contract.ts'

/** Leads sites that turn links into players from the live page to its player. */
export function OembedLink({ origin, title }: { origin: string; title: string }) {
  const language = useSpeech().language as Language
  const url = encodeURIComponent(origin + addressIn(language, LIVE_NPC_PATH))
  return (
    <link
      rel="alternate"
      type="application/json+oembed"
      href={`${origin}${OEMBED_PATH}?url=${url}&format=json`}
      title={title}
    />
  )
}
