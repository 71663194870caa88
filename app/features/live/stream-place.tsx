import { LoaderCircle, VideoOff } from 'lucide-react'
import { useRef } from 'react'
import type { Playback, StreamState } from './contract.ts'
import { Notice } from './notice.tsx'
import { useStreamState } from './state/use-stream-state.ts'
import { useLiveMessages } from './use-messages.ts'
import { usePlayer } from './use-player.ts'

type Props = { initialState: StreamState; playback: Playback }

export const STREAM_ID = 'stream'

/** The player, or a notice while there is no stream. */
export function StreamPlace({ initialState, playback }: Props) {
  const words = useLiveMessages()
  const state = useStreamState(initialState)
  const stage = useRef<HTMLElement>(null)
  const Player = usePlayer(state !== 'offline')
  const connecting = (
    <Notice
      icon={<LoaderCircle aria-hidden="true" className="size-12 animate-spin motion-reduce:animate-none" />}
    >
      {words.connecting}
    </Notice>
  )
  return (
    <section
      ref={stage}
      id={STREAM_ID}
      tabIndex={-1}
      aria-label={words.stream}
      className="relative flex aspect-video items-center justify-center overflow-hidden rounded-3xl border border-line bg-surface"
    >
      {state === 'offline' && (
        <Notice icon={<VideoOff aria-hidden="true" className="size-12" />}>{words.noStream}</Notice>
      )}
      {state !== 'offline' && (Player ? <Player playback={playback} stage={stage} /> : connecting)}
      <StateBadge state={state} />
    </section>
  )
}

const TONES: Record<StreamState, string> = {
  live: 'bg-live text-on-live',
  reconnecting: 'bg-quest text-on-quest',
  offline: 'border border-line text-muted',
}

function StateBadge({ state }: { state: StreamState }) {
  const words = useLiveMessages()
  return (
    <p
      aria-live="polite"
      className={`absolute top-3 left-3 rounded-full px-3 py-1 font-bold text-xs tracking-wider ${TONES[state]}`}
    >
      <span data-testid="stream-state" data-state={state}>
        {words[state]}
      </span>
    </p>
  )
}
