import { ExternalLink } from 'lucide-react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import { addressIn, type Language } from '../../i18n/contract.ts'
import { LIVE_NPC_PATH } from '../../npcs/contract.ts'
import type { StreamState } from '../contract.ts'
import { useLiveMessages } from '../use-messages.ts'

type Props = { state: StreamState; npcName: string | undefined }

/** Stands over the video: at the right, since the player offers audio at the left. The offline slate names the NPC itself. */
export function EmbedCaption({ state, npcName }: Props) {
  const words = useLiveMessages()
  const language = useSpeech().language as Language
  return (
    <div
      className={`absolute top-2 flex max-w-[65%] flex-col items-start rounded-xl bg-black/75 px-3 ${state === 'live' ? 'right-2' : 'left-2'}`}
    >
      {state !== 'offline' && npcName && (
        <p className="max-w-full truncate pt-2 font-bold text-sm">{npcName}</p>
      )}
      <a
        href={addressIn(language, LIVE_NPC_PATH)}
        target="_blank"
        rel="noopener"
        className="pointer-events-auto flex min-h-11 items-center gap-1.5 font-semibold text-quest text-sm underline underline-offset-4 focus-visible:outline-quest"
      >
        {words.watchHere}
        <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      </a>
    </div>
  )
}
