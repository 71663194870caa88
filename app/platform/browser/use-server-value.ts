import { useCallback, useEffect, useRef, useState } from 'react'
import { type FollowedValue, followServerValue, type ServerValueSource } from './server-value.ts'

/** Begins with what the page was rendered with, and follows the server from then on. */
export function useServerValue<T>(initial: T, source: ServerValueSource<T>) {
  const [latest, setLatest] = useState({ since: initial, value: initial })
  const value = latest.since === initial ? latest.value : initial
  const following = useRef<FollowedValue>(undefined)
  const [followed] = useState(source)

  useEffect(() => {
    following.current = followServerValue(followed, (next) => setLatest({ since: initial, value: next }))
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
