import { useEffect, useEffectEvent } from 'react'
import { showToast } from '../ui/toast.tsx'
import { useShellMessages } from './use-messages.ts'

/** Following a link while offline would replace this page with the browser's error page. */
export function OfflineGuard() {
  const words = useShellMessages()

  const stay = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (navigator.onLine || !link || link.origin !== location.origin || link.pathname === location.pathname)
      return
    event.preventDefault()
    showToast({ title: words.offline, description: words.offlineText, variant: 'destructive' })
  })

  useEffect(() => {
    // In the capture phase, because the router ignores clicks that were prevented before they reach it.
    const onClick = (event: MouseEvent) => stay(event)
    addEventListener('click', onClick, true)
    return () => removeEventListener('click', onClick, true)
  }, [])

  return null
}
