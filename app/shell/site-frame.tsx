import type { ReactNode } from 'react'
import { EMBED_PATH } from '../features/live/embed/contract.ts'
import { OnlineProvider } from '../features/presence/online.tsx'
import { Toasts } from '../ui/toast.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { OfflineGuard } from './offline-guard.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useShellMessages } from './use-messages.ts'

/** `path` is undefined on the 404 page. */
export function SiteFrame({ path, children }: { path: string | undefined; children: ReactNode }) {
  const words = useShellMessages()
  if (path === EMBED_PATH) return <main id="content">{children}</main>
  return (
    <OnlineProvider>
      <a
        href="#content"
        className="sr-only z-30 rounded-xl bg-quest px-4 py-3 text-on-quest focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.skipToContent}
      </a>
      <NavigationProgress label={words.loading} />
      <OfflineGuard />
      <SiteHeader path={path} />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-4 outline-none">
        {children}
      </main>
      <SiteFooter />
      <Toasts closeLabel={words.closeToast} />
    </OnlineProvider>
  )
}
