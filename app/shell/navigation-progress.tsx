import { useEffect, useState } from 'react'
import { followedLink } from '../platform/browser/followed-link.ts'
import { openPage } from '../platform/browser/open-page.ts'

/** No event reports that a visitor cancelled a navigation. */
const MAX_SHOWN_MS = 30_000

/** Overlays the page, so that nothing shifts; fast navigations end before it becomes visible. */
export function NavigationProgress({ label }: { label: string }) {
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    function follow(event: MouseEvent): void {
      const link = followedLink(event, location)
      if (link === undefined) return
      event.preventDefault()
      setAddress(link.href)
    }
    // Back may bring this very page again, as it was left.
    const arrive = () => setAddress(undefined)
    addEventListener('click', follow)
    addEventListener('pageshow', arrive)
    return () => {
      removeEventListener('click', follow)
      removeEventListener('pageshow', arrive)
    }
  }, [])

  useEffect(() => {
    if (address === undefined) return undefined
    const leaving = new AbortController()
    void openPage(address, leaving.signal)
    const timer = setTimeout(() => setAddress(undefined), MAX_SHOWN_MS)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [address])

  if (address === undefined) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-40 h-1 overflow-hidden bg-line motion-safe:transition-opacity motion-safe:delay-150 motion-safe:starting:opacity-0"
    >
      <div className="h-full bg-quest-text motion-safe:w-1/3 motion-safe:animate-passing" />
    </div>
  )
}
