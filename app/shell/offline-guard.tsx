import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useMessages } from '../platform/messages.tsx'
import { showToast } from '../ui/toast.tsx'
import type { ShellMessages } from './messages.ts'

/** Without a network another page cannot be had, and the router would trade this one for the browser's error page. */
export function OfflineGuard() {
  const words = useMessages<ShellMessages>('shell')
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !navigator.onLine && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (leaving.state !== 'blocked') return
    showToast({ title: words.offline, description: words.offlineText, variant: 'destructive' })
    leaving.reset()
  }, [leaving, words])

  return null
}
