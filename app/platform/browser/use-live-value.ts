import { useCallback, useEffect, useRef, useState } from 'react'
import { followLiveValue, type LiveValue, type LiveValueSource } from './live-value.ts'

/** Begins with what the page was rendered with, and follows the server from then on. */
export function useLiveValue<T>(initial: T, source: LiveValueSource<T>) {
  const [latest, setLatest] = useState({ since: initial, value: initial })
  const value = latest.since === initial ? latest.value : initial
  const following = useRef<LiveValue>(undefined)
  const [followed] = useState(source)

  useEffect(() => {
    following.current = followLiveValue(followed, (next) => setLatest({ since: initial, value: next }))
    return () => following.current?.close()
  }, [followed, initial])

  return {
    value,
    refresh: useCallback(() => following.current?.refresh(), []),
    update: (change: (value: T) => T) =>
      setLatest((before) => ({
        since: initial,
        value: change(before.since === initial ? before.value : initial),
      })),
  }
}
