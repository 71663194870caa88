import { useEffect, useEffectEvent } from 'react'
import { followedLink } from '../platform/browser/followed-link.ts'
import { showToast } from '../ui/toast.tsx'
import { useShellMessages } from './use-messages.ts'

/** Following a link while offline would replace this page with the browser's error page. */
export function OfflineGuard() {
  const words = useShellMessages()

  const stay = useEffectEvent((event: MouseEvent) => {
    if (navigator.onLine || !followedLink(event, location)) return
    event.preventDefault()
    showToast({ title: words.offline, description: words.offlineText, variant: 'destructive' })
  })

  useEffect(() => {
    // In the capture phase: no progress is shown for a click that is prevented before.
    const onClick = (event: MouseEvent) => stay(event)
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])

  return null
}
