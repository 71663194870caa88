import { useEffect, useRef, useState } from 'react'
import { type Broadcast, type BroadcastFacts, type BroadcastState, broadcast } from './broadcast.ts'

type Sources = Parameters<typeof broadcast>[0]

const POLL_MS = 1_000

export type Broadcasting = {
  state: BroadcastState | undefined
  facts: BroadcastFacts | undefined
  isSending: boolean
  start(sources: Sources): void
  stop(): void
}

/** At most one; it ends when the page is left. */
export function useBroadcast(): Broadcasting {
  const [state, setState] = useState<BroadcastState>()
  const [facts, setFacts] = useState<BroadcastFacts>()
  const running = useRef<Broadcast>(undefined)
  const isSending = state !== undefined && !['ended', 'failed', 'sent away'].includes(state.kind)

  useEffect(() => () => running.current?.close(), [])

  useEffect(() => {
    if (!isSending) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const looking = setInterval(() => setFacts(running.current?.facts()), POLL_MS)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    void stayAwake(signal)
    // The lock is lost with every look elsewhere.
    document.addEventListener('visibilitychange', () => stayAwake(signal), { signal })
    return () => {
      leaving.abort()
      clearInterval(looking)
      setFacts(undefined)
    }
  }, [isSending])

  return {
    state,
    facts,
    isSending,
    start(sources) {
      running.current?.close()
      running.current = broadcast(sources, setState)
    },
    stop() {
      running.current?.close()
      setState({ kind: 'ended' })
    },
  }
}

/** A phone that falls asleep takes the camera with it. Where there is no such lock, its owner has to touch it. */
async function stayAwake(signal: AbortSignal): Promise<void> {
  if (document.hidden) return
  const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
  if (signal.aborted) void lock?.release()
  else signal.addEventListener('abort', () => lock?.release())
}
