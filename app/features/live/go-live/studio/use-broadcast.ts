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
  const [onAirMs, setOnAirMs] = useState<number>()
  const running = useRef<Broadcast>(undefined)
  const liveSince = useRef<number>(undefined)
  const isSending = state !== undefined && !isOver(state)

  useEffect(() => () => running.current?.close(), [])

  useEffect(() => {
    if (!isSending) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const polling = setInterval(() => {
      setFacts(running.current?.facts())
      if (liveSince.current !== undefined) setOnAirMs(performance.now() - liveSince.current)
    }, POLL_MS)
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    void stayAwake(signal)
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', () => stayAwake(signal), { signal })
    return () => {
      leaving.abort()
      clearInterval(polling)
      setFacts(undefined)
      setOnAirMs(undefined)
    }
  }, [isSending])

  function show(next: BroadcastState): void {
    setState(next)
    if (next.kind !== 'live' || liveSince.current !== undefined) return
    liveSince.current = performance.now()
    setOnAirMs(0)
    setFacts(running.current?.facts())
  }

  return {
    state,
    facts,
    /** Since viewers could first play the stream; undefined until then. */
    onAirMs,
    isSending,
    start(sources: BroadcastSources): void {
      running.current?.close()
      liveSince.current = undefined
      running.current = broadcast(sources, show)
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
