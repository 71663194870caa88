import { useEffect, useRef, useState } from 'react'
import {
  type Broadcast,
  type BroadcastFacts,
  type BroadcastSources,
  type BroadcastState,
  broadcast,
  isOver,
} from '../broadcast/broadcast.ts'

const POLL_MS = 1_000

export type OwnBroadcast = ReturnType<typeof useBroadcast>

/** At most one broadcast, which ends when the visitor leaves the page. */
export function useBroadcast() {
  const [state, setState] = useState<BroadcastState>()
  const [facts, setFacts] = useState<BroadcastFacts>()
  const running = useRef<Broadcast>(undefined)
  const isSending = state !== undefined && !isOver(state)

  useEffect(() => () => running.current?.close(), [])

  useEffect(() => {
    if (!isSending) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const polling = setInterval(() => setFacts(running.current?.facts()), POLL_MS)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    void stayAwake(signal)
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', () => stayAwake(signal), { signal })
    return () => {
      leaving.abort()
      clearInterval(polling)
      setFacts(undefined)
    }
  }, [isSending])

  return {
    state,
    facts,
    isSending,
    start(sources: BroadcastSources): void {
      running.current?.close()
      running.current = broadcast(sources, setState)
    },
    stop(): void {
      running.current?.close()
      setState({ kind: 'ended' })
    },
  }
}

/** A phone that falls asleep turns its camera off. Without this lock, its owner has to keep it awake. */
async function stayAwake(signal: AbortSignal): Promise<void> {
  if (document.hidden) return
  const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
  if (signal.aborted) void lock?.release()
  else signal.addEventListener('abort', () => lock?.release())
}
