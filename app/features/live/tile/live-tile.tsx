import { type ReactNode, Suspense, useRef } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { lazyOrNothing } from '../../../ui/lazy-or-nothing.ts'
import { NightTown } from '../../../ui/night-town.tsx'
import { LIVE_NPC_PATH } from '../../npcs/contract.ts'
import { type Playback, STREAM_ID, type Stream } from '../contract.ts'
import { useStream } from '../state/use-stream.ts'
import { useLiveMessages } from '../use-messages.ts'

/** Loaded once there is something to show. */
const Preview = lazyOrNothing(async () => (await import('./preview.tsx')).Preview)

type Props = { initialStream: Stream; playback: Playback; children: ReactNode }

/** The stream of the home page, a link to the live page as a whole. `children` is its caption. */
export function LiveTile({ initialStream, playback, children }: Props) {
  const words = useLiveMessages()
  const { state } = useStream(initialStream)
  const tile = useRef<HTMLAnchorElement>(null)
  return (
    <a
      ref={tile}
      href={`${LIVE_NPC_PATH}#${STREAM_ID}`}
      className="group relative block aspect-video overflow-hidden rounded-3xl border border-line bg-night text-white hover:border-quest-text"
    >
      {(state === 'offline' || playback.stillUrl === undefined) && (
        <NightTown className="absolute inset-0 size-full object-cover" />
      )}
      {state !== 'offline' && (
        <Suspense>
          <Preview playback={playback} tile={tile} />
        </Suspense>
      )}
      {state !== 'offline' && (
        <span className="absolute top-3 left-3 sm:top-4 sm:left-4">
          <Badge tone={state === 'live' ? 'live' : 'quest'}>{words[state]}</Badge>
        </span>
      )}
      <span className="absolute inset-x-0 bottom-0 block bg-linear-to-t from-black/90 via-black/60 to-transparent px-4 pt-10 pb-3 sm:px-5 sm:pb-4">
        {children}
      </span>
    </a>
  )
}
