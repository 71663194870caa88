import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const KEY = /^npc[\w-]+$/

export type StreamKey = ReturnType<typeof useStreamKey>

/** A link may carry the key behind `#`, where no server sees it; it is then removed from the address bar. */
export function useStreamKey() {
  const [draft, setDraft] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const key = hash.slice(1)
    if (!KEY.test(key)) return
    setDraft(key)
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
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
