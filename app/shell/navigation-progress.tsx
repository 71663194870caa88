import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A page that comes at once needs no progress, and a visitor must not wait without a sign of it. */
const SHOWN_AFTER_MS = 150

/** Lies over the page, so that nothing moves when it comes and goes. */
export function NavigationProgress({ label }: { label: string }) {
  const isShown = useLasting(useNavigation().state !== 'idle')
  if (!isShown) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-40 h-1 overflow-hidden bg-line"
    >
      <div className="h-full bg-quest-text motion-safe:w-1/3 motion-safe:animate-passing" />
    </div>
  )
}

function useLasting(isGoingOn: boolean): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return undefined
    const timer = setTimeout(() => setIsLasting(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isGoingOn])
  return isGoingOn && isLasting
}
