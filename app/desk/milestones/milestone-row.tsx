import { useState } from 'react'
import type { ReachedMilestone } from '../../features/roadmap/contract.ts'
import { roadmapMessages } from '../../features/roadmap/messages.ts'
import type { Quest } from '../../features/roadmap/milestones.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill, formatCompact, htmlLanguage } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { ReachedForm } from './reached-form.tsx'
import { words } from './words.ts'

type Props = { quest: Quest; reached: ReachedMilestone | undefined; onChanged(): Promise<unknown> }

export function MilestoneRow({ quest, reached, onChanged }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { run, isRunning, problem } = useAction()
  const milestone = roadmapMessages.en[quest.key]
  const address = `/api/milestones/${quest.key}`

  function takeBack(): void {
    if (!window.confirm(fill(words.confirmTakeBack, { milestone }))) return
    run(async () => {
      await sendJson('DELETE', address)
      await onChanged()
    })
  }

  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-bold text-lg">
          {milestone}{' '}
          <span className="font-normal text-base text-muted">
            {fill(words.cap, { cap: formatCompact('en', quest.cap) })}
          </span>
        </h3>
        <p className={reached ? 'font-semibold text-online' : 'text-muted'}>
          {reached ? fill(words.reached, { time: formatTime(reached.reached_at) }) : words.locked}
        </p>
      </div>
      {reached && <Facts reached={reached} />}
      <ProblemLine problem={problem} />
      {isOpen ? (
        <ReachedForm
          milestone={milestone}
          reached={reached}
          onCancel={() => setIsOpen(false)}
          onSave={async (facts) => {
            await sendJson(reached ? 'PUT' : 'POST', address, facts)
            await onChanged()
            setIsOpen(false)
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className={actionStyle.quiet}
            aria-label={fill(reached ? words.correctOf : words.markOf, { milestone })}
            onClick={() => setIsOpen(true)}
          >
            {reached ? words.correct : words.mark}
          </button>
          {reached && (
            <button
              type="button"
              className={actionStyle.danger}
              aria-disabled={isRunning}
              aria-label={fill(words.takeBackOf, { milestone })}
              onClick={takeBack}
            >
              {words.takeBack}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function Facts({ reached }: { reached: ReachedMilestone }) {
  return (
    <div className="min-w-0">
      <p lang={htmlLanguage(reached.language)} dir="auto" className="break-words">
        {reached.reason}
      </p>
      <a
        href={reached.evidence}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 max-w-full items-center break-all underline"
      >
        {reached.evidence}
      </a>
    </div>
  )
}
