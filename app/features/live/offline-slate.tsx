import { fill } from '../../platform/browser/messages.tsx'
import { NightTown } from '../../ui/night-town.tsx'
import { ROADMAP_ID } from '../roadmap/contract.ts'
import type { StoppedBy } from './contract.ts'
import { useLiveMessages } from './use-messages.ts'

/** `npcName` is undefined when the page was rendered without the database. */
type Props = { stoppedBy: StoppedBy | undefined; npcName: string | undefined; hasRoadmap: boolean }

export function OfflineSlate({ stoppedBy, npcName, hasRoadmap }: Props) {
  const words = useLiveMessages()
  return (
    <>
      <NightTown className="absolute inset-0 size-full object-cover opacity-80" />
      <div className="absolute inset-x-0 bottom-0 flex flex-col items-start bg-linear-to-t from-black/95 via-black/65 to-transparent px-4 pt-6 sm:px-6 sm:pt-16 sm:pb-2">
        {stoppedBy ? (
          <h2 className="text-pretty font-bold text-lg sm:text-3xl">
            {stoppedBy === 'operator' ? words.stoppedByOperators : words.stopped}
          </h2>
        ) : (
          <>
            {npcName && (
              <h2 className="line-clamp-1 break-all font-bold text-lg sm:text-3xl">
                {fill(words.resting, { name: npcName })}
              </h2>
            )}
            <p className="max-w-md text-pretty text-sm text-white/85 sm:text-base">{words.noStream}</p>
          </>
        )}
        {hasRoadmap ? (
          <a
            href={`#${ROADMAP_ID}`}
            className="flex min-h-11 items-center font-semibold text-quest text-sm underline underline-offset-4 focus-visible:outline-quest sm:text-base"
          >
            {words.seeRoadmap}
          </a>
        ) : (
          <span className="h-3" />
        )}
      </div>
    </>
  )
}
