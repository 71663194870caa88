import { actionStyle } from '../../ui/action-style.ts'
import { QuestMarker } from '../../ui/quest-marker.tsx'
import { useWelcomeMessages } from './use-messages.ts'

export function JoinBand() {
  const words = useWelcomeMessages()
  return (
    <section
      id="onboarding"
      aria-labelledby="join-title"
      className="my-8 flex flex-col items-start gap-6 rounded-3xl border-2 border-quest-text/50 border-dashed p-6 sm:p-8 md:my-10 md:flex-row md:items-center md:gap-8"
    >
      <EmptySeat />
      <div className="min-w-0 flex-1">
        <h2 id="join-title" className="mb-3 text-balance font-bold text-2xl md:text-3xl">
          {words.joinTitle}
        </h2>
        <p className="max-w-2xl text-pretty text-muted">{words.joinText}</p>
      </div>
      <a href="/onboarding" className={`${actionStyle.quiet} shrink-0`}>
        {words.become}
      </a>
    </section>
  )
}

/** The logo, with nobody under the exclamation mark yet. */
function EmptySeat() {
  return (
    <div className="flex shrink-0 flex-col items-center gap-1 text-quest">
      <QuestMarker className="h-14 md:h-16" />
      <svg viewBox="7 21 18 8" className="h-8 md:h-10" aria-hidden="true">
        <path
          d="M7.5 28.5a8.5 7 0 0 1 17 0z"
          fill="none"
          stroke="currentColor"
          strokeWidth="0.75"
          strokeDasharray="1.6 1.2"
        />
      </svg>
    </div>
  )
}
