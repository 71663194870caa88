import { type ReactNode, useEffect, useState } from 'react'
import {
  SUBMISSION_STATES,
  SUBMISSIONS_PER_PAGE,
  type Submission,
  type SubmissionPage,
  type SubmissionState,
} from '../../features/submissions/contract.ts'
import { getJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Props<T> = {
  path: string
  title: string
  state: SubmissionState
  /** What the list says of each. */
  titleOf(submission: T): ReactNode
}

/** Those in one state, the newest first. */
export function SubmissionList<T extends Submission>({ path, title, state, titleOf }: Props<T>) {
  const [page, setPage] = useState<SubmissionPage<T>>()
  const [isWhole, setIsWhole] = useState(true)
  const { run, isRunning, problem } = useAction()
  const oldest = page?.submissions.at(-1)?.id

  function readMore(): void {
    run(async () => {
      const before = oldest === undefined ? '' : `&before=${oldest}`
      const read = await getJson<SubmissionPage<T>>(`/api${path}?state=${state}${before}`)
      setPage({ ...read, submissions: [...(page?.submissions ?? []), ...read.submissions] })
      setIsWhole(read.submissions.length < SUBMISSIONS_PER_PAGE)
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page once, the others on request
  useEffect(readMore, [])

  return (
    <Panel id="submissions" title={title}>
      <nav aria-label={words.byState} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {SUBMISSION_STATES.map((one) => (
            <li key={one}>
              <a
                href={`${path}?state=${one}`}
                aria-current={one === state ? 'true' : undefined}
                className={`${actionStyle.quiet} aria-[current=true]:border-quest-text`}
              >
                {fill(words.stateCount, { state: words.states[one], count: page?.counts[one] ?? '…' })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {page?.submissions.length === 0 && <p className="text-muted">{words.none}</p>}
      <ul className="flex flex-col gap-4">
        {page?.submissions.map((submission) => (
          <li key={submission.id} className="min-w-0 break-words">
            <a
              href={`${path}?id=${submission.id}`}
              className="inline-flex min-h-11 min-w-11 max-w-full items-center font-semibold underline"
            >
              <span className="min-w-0">{titleOf(submission)}</span>
            </a>
            <p className="text-muted text-sm">
              {fill(words.received, { time: formatTime(submission.created_at) })}
            </p>
          </li>
        ))}
      </ul>
      <ProblemLine problem={problem} />
      <div className="mt-6 flex flex-wrap gap-3">
        {!isWhole && (
          <button type="button" className={actionStyle.quiet} aria-disabled={isRunning} onClick={readMore}>
            {words.earlier}
          </button>
        )}
        <a href={`/api${path}/export`} download className={actionStyle.quiet}>
          {words.export}
        </a>
      </div>
    </Panel>
  )
}
