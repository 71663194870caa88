import { Check } from 'lucide-react'
import { fill } from '../../platform/browser/messages.tsx'
import { QuestMarker } from '../../ui/quest-marker.tsx'
import { DEFAULT_LANGUAGE } from '../i18n/contract.ts'
import type { Step } from './contract.ts'
import { useMissionsMessages } from './use-messages.ts'

const MARK = 'mt-px flex size-6 shrink-0 items-center justify-center rounded-full border-2'

/** The day as a list of quests: what is done, what comes next, what is left. Nothing for a day without steps. */
export function StepList({ steps }: { steps: Step[] }) {
  const words = useMissionsMessages()
  if (steps.length === 0) return null
  const next = steps.find(({ is_done }) => !is_done)
  const done = steps.filter(({ is_done }) => is_done).length
  return (
    <div className="basis-full border-line border-t pt-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="steps-title" className="font-bold">
          {words.steps}
        </h3>
        <p className="text-muted text-sm tabular-nums">
          {fill(words.progress, { done, count: steps.length })}
        </p>
      </div>
      <ol aria-labelledby="steps-title" className="grid gap-2.5">
        {steps.map((step) => (
          <StepRow key={step.id} step={step} isNext={step === next} />
        ))}
      </ol>
    </div>
  )
}

function StepRow({ step: { text, is_done }, isNext }: { step: Step; isNext: boolean }) {
  const words = useMissionsMessages()
  return (
    <li data-testid="step" data-done={is_done} className="flex items-start gap-3">
      {is_done ? (
        <span className={`${MARK} border-quest bg-quest text-on-quest`}>
          <Check aria-hidden="true" className="size-4" strokeWidth={3} />
        </span>
      ) : (
        <span
          className={`${MARK} border-dashed ${isNext ? 'border-quest-text text-quest-text' : 'border-muted'}`}
        >
          {isNext && <QuestMarker className="h-3" />}
        </span>
      )}
      <span
        lang={DEFAULT_LANGUAGE}
        className={`min-w-0 break-words ${is_done ? 'text-muted line-through' : isNext ? 'font-semibold' : ''}`}
      >
        {text}
      </span>
      {is_done && <span className="sr-only">{words.done}</span>}
    </li>
  )
}
