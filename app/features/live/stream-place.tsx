import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Playback, STREAM_ID, type Stream, type StreamState } from './contract.ts'
import { Notice } from './notice.tsx'
import { OfflineSlate } from './offline-slate.tsx'
import { useLiveMessages } from './use-messages.ts'

type Props = {
  stream: Stream
  playback: Playback
  npcName: string | undefined
  /** Shown over the video; it takes no clicks. */
  overlay?: ReactNode
  /** Fills the frame in another site's page. */
  isEmbedded?: boolean
}
type PlayerComponent = typeof import('./player/player.tsx')['Player']

const RETRY_MS = 2_000

export function StreamPlace({ stream, playback, npcName, overlay, isEmbedded = false }: Props) {
  const words = useLiveMessages()
  const { state, stopped_by: stoppedBy } = stream
  const stage = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
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
      className={`relative flex items-center justify-center overflow-hidden bg-night text-white ${isEmbedded ? 'h-dvh' : 'aspect-video rounded-3xl border border-line'}`}
    >
      {state === 'offline' && (
        <OfflineSlate stoppedBy={stoppedBy} npcName={npcName} hasRoadmap={!isEmbedded} />
      )}
      {state !== 'offline' && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: captions, if any, are part of the stream */}
          <video ref={video} playsInline className="absolute size-full object-contain" />
          {Player ? <Player playback={playback} video={video} stage={stage} /> : connecting}
        </>
      )}
      {overlay && <div className="pointer-events-none absolute inset-0">{overlay}</div>}
      <StateBadge state={state} />
    </section>
  )
}

/** A live stream is its own sign; the badge beside the title has the word for the eye. */
const STYLES: Record<StreamState, string> = {
  live: 'sr-only',
  reconnecting: 'absolute top-3 right-3 bg-quest text-on-quest',
  offline: 'absolute top-3 right-3 bg-black/75 text-white',
}

function StateBadge({ state }: { state: StreamState }) {
  const words = useLiveMessages()
  return (
    <p
      aria-live="polite"
      className={`rounded-full px-3 py-1 font-bold text-xs tracking-wider ${STYLES[state]}`}
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
