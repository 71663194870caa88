import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { site } from '../site.ts'
import { actionStyle } from '../ui/action-style.ts'
import { useShellMessages } from './use-messages.ts'

export function NotFoundScreen() {
  const words = useShellMessages()
  const { pathname } = useLocation()

  useEffect(() => {
    console.warn('404: there is no page at', pathname)
  }, [pathname])

  return (
    <section className="flex flex-col items-center gap-4 py-24 text-center">
      <title>{`${words.notFound} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="font-black font-display text-8xl text-quest-text" aria-hidden="true">
        404
      </p>
      <h1 className="font-bold text-3xl">{words.notFound}</h1>
      <p className="text-muted">{words.notFoundLead}</p>
      <Link to="/" className={actionStyle.primary}>
        {words.backHome}
      </Link>
    </section>
  )
}
