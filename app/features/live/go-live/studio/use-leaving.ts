import { useEffect, useState } from 'react'
import { followedLink } from '../../../../platform/browser/followed-link.ts'

/**
 * Asks before a link ends the stream. For other ways to leave, such as Back or closing the tab, the browser asks: its
 * dialog halts the page, and the stream with it.
 */
export function useLeaving(isSending: boolean, stop: () => void) {
  const [address, setAddress] = useState<string>()
  const [hasAgreed, setHasAgreed] = useState(false)

  useEffect(() => {
    if (!isSending) return undefined
    function hold(event: MouseEvent): void {
      const link = followedLink(event, location)
      if (link === undefined) return
      event.preventDefault()
      setAddress(link.href)
    }
    addEventListener('click', hold, true)
    return () => removeEventListener('click', hold, true)
  }, [isSending])

  // Only once the stream has ended: until then the browser would ask again.
  useEffect(() => {
    if (hasAgreed && !isSending && address !== undefined) location.assign(address)
  }, [hasAgreed, isSending, address])

  return {
    isAsking: address !== undefined && !hasAgreed,
    leave(): void {
      setHasAgreed(true)
      stop()
    },
    stay: () => setAddress(undefined),
  }
}
