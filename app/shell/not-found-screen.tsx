import { useEffect } from 'react'
import { actionStyle } from '../ui/action-style.ts'
import { NightTown } from '../ui/night-town.tsx'
import { useSite } from '../use-site.ts'
import { useShellMessages } from './use-messages.ts'

export function NotFoundScreen() {
  const words = useShellMessages()
  const { name } = useSite()

  useEffect(() => {
    console.warn('404: there is no page at', location.pathname)
  }, [])

  return (
    <section className="mx-auto flex max-w-3xl flex-col items-center gap-4 py-8 text-center">
      <title>{`${words.notFound} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="relative mb-2 w-full overflow-hidden rounded-3xl border border-line">
        <NightTown className="w-full" />
        <p
          aria-hidden="true"
          className="absolute inset-x-0 top-[12%] text-center font-black font-display text-6xl text-quest sm:text-8xl"
        >
          404
        </p>
      </div>
      <h1 className="text-balance font-bold text-3xl">{words.notFound}</h1>
      <p className="text-pretty text-muted">{words.notFoundLead}</p>
      <a href="/" className={actionStyle.primary}>
        {words.backHome}
      </a>
    </section>
  )
}
