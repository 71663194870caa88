import { useEffect, useState } from 'react'

const KEY = /^npc[\w-]+$/

export type StreamKey = ReturnType<typeof useStreamKey>

/** A link may carry the key behind `#`, where no server sees it; it is then removed from the address bar. */
export function useStreamKey() {
  const [draft, setDraft] = useState('')
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    function takeKey(): void {
      const key = location.hash.slice(1)
      if (!KEY.test(key)) return
      setDraft(key)
      history.replaceState(history.state, '', location.pathname)
    }
    takeKey()
    addEventListener('hashchange', takeKey)
    return () => removeEventListener('hashchange', takeKey)
  }, [])
  return {
    draft,
    setDraft,
    isWrong,
    check(): string | undefined {
      const key = draft.trim()
      setWrong(!KEY.test(key))
      return KEY.test(key) ? key : undefined
    },
  }
}
