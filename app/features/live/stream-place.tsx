import { LoaderCircle, VideoOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Playback, STREAM_ID, type StreamState } from './contract.ts'
import { Notice } from './notice.tsx'
import { useStreamState } from './state/use-stream-state.ts'
import { useLiveMessages } from './use-messages.ts'

type Props = { initialState: StreamState; playback: Playback }
type PlayerComponent = typeof import('./player/player.tsx')['Player']

const RETRY_MS = 2_000

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

/** The player's code, loaded once there is something to play; undefined until then. */
function usePlayer(isWanted: boolean): PlayerComponent | undefined {
  const [Player, setPlayer] = useState<PlayerComponent>()
  const isMissing = isWanted && Player === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(): Promise<void> {
      try {
        const { Player: loaded } = await import('./player/player.tsx')
        setPlayer(() => loaded)
      } catch {
        timer = setTimeout(load, RETRY_MS)
      }
    }
    void load()
    return () => clearTimeout(timer)
  }, [isMissing])
  return Player
}
