import { Link } from 'react-router'
import { actionStyle } from '../../ui/action-style.ts'
import { useWelcomeMessages } from './use-messages.ts'

export function JoinBand() {
  const words = useWelcomeMessages()
  return (
    <section
      id="onboarding"
      aria-labelledby="join-title"
      className="my-12 flex flex-col items-start justify-between gap-6 rounded-3xl border border-line bg-surface p-8 md:flex-row md:items-center md:p-12"
    >
      <div className="min-w-0">
        <h2 id="join-title" className="mb-3 text-balance font-bold text-2xl md:text-3xl">
          {words.joinTitle}
        </h2>
        <p className="max-w-2xl text-pretty text-muted">{words.joinText}</p>
      </div>
      <Link to="/onboarding" className={`${actionStyle.quiet} shrink-0`}>
        {words.become}
      </Link>
    </section>
  )
}
