import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const KEY = /^npc[\w-]+$/

export type StreamKey = ReturnType<typeof useStreamKey>

export function useStreamKey() {
  const [draft, setDraft] = useState('')
  const [isWrong, setWrong] = useState(false)
  useKeyFromUrl(setDraft)
  return {
    draft,
    setDraft,
    isWrong,
    /** The key, if the draft is one. */
    check(): string | undefined {
      const key = draft.trim()
      setWrong(!KEY.test(key))
      return KEY.test(key) ? key : undefined
    },
  }
}

/** A link may carry the key behind `#`, where no server sees it; it is then removed from the address bar. */
function useKeyFromUrl(onKey: (key: string) => void): void {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const key = hash.slice(1)
    if (!KEY.test(key)) return
    onKey(key)
    void navigate(pathname, { replace: true })
  }, [hash, pathname, onKey, navigate])
}
