import { useEffect, useRef } from 'react'

/** Focuses the new step's title if the visitor changed the step, but not if an arriving donation did. */
export function useStepFocus(step: string, isRejected: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const isFollowing = useRef(false)
  const shown = useRef(step)

  useEffect(() => {
    if (shown.current !== step && isFollowing.current && !isRejected) title.current?.focus()
    shown.current = step
  }, [step, isRejected])

  useEffect(() => {
    const follow = () => {
      isFollowing.current = true
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  return {
    title,
    follow(move: () => void): void {
      isFollowing.current = true
      move()
    },
    stay(): void {
      isFollowing.current = false
    },
  }
}
