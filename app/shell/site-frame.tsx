import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../platform/messages.tsx'
import { Logo } from './logo.tsx'
import type { ShellMessages } from './messages.ts'

export function SiteFrame({ children }: { children: ReactNode }) {
  const words = useMessages<ShellMessages>('shell')
  return (
    <>
      <a
        href="#content"
        className="sr-only z-20 rounded-xl bg-quest px-4 py-3 text-on-quest focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.skipToContent}
      </a>
      <header className="sticky top-0 z-10 border-line border-b bg-paper/90 backdrop-blur">
        <div className="mx-auto flex h-16 max-w-6xl items-center px-4">
          <Link to="/" aria-label={words.home} className="flex min-h-11 items-center gap-3 font-bold text-lg">
            <Logo className="size-9" />
            NPC Stream
          </Link>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4">
        {children}
      </main>
      <footer className="mt-16 border-line border-t py-8 text-center text-muted text-sm">NPC Stream</footer>
    </>
  )
}
