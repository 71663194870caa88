import type { ReactNode } from 'react'
import {
  SUBMISSION_STATES,
  type Submission,
  type SubmissionDetail,
  type SubmissionState,
} from '../../features/submissions/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { formatTime } from '../parts/format-time.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useAction } from '../parts/use-action.ts'
import { useRemote } from '../parts/use-remote.ts'
import { Notes } from './notes.tsx'
import { words } from './words.ts'

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

type Props<T> = {
  path: string
  id: string
  titleOf(submission: T): ReactNode
  Facts(props: { submission: T }): ReactNode
}

/** One of them, with what may be done about it. */
export function SubmissionPage<T extends Submission>({ path, id, titleOf, Facts }: Props<T>) {
  const address = `/api${path}/${id}`
  const [remote, reload] = useRemote<SubmissionDetail<T>>(address)
  const { run, isRunning, problem } = useAction()

  function move(state: SubmissionState, version: number): void {
    // Also after a failure: somebody else may have moved it.
    run(() => sendJson<void>('PUT', `${address}/state`, { state, version }).finally(reload))
  }

  function remove(state: SubmissionState): void {
    if (!window.confirm(words.confirmDelete)) return
    run(async () => {
      await sendJson('DELETE', address)
      location.replace(`${path}?state=${state}`)
    })
  }

  return (
    <RemoteContent remote={remote} onRetry={reload}>
      {({ submission, notes }) => (
        <div className="flex flex-col gap-6">
          <a href={`${path}?state=${submission.state}`} className={`${actionStyle.quiet} self-start`}>
            {words.back}
          </a>
          <Panel id="submission" title={<span className="break-words">{titleOf(submission)}</span>}>
            <p className="mb-4 font-semibold" data-testid="state">
              {words.states[submission.state]}
            </p>
            <Facts submission={submission} />
            <p className="mt-6 text-muted text-sm">
              {fill(words.receivedIn, {
                time: formatTime(submission.created_at),
                language: LANGUAGE_NAMES.of(submission.language) ?? submission.language,
              })}
            </p>
            <p className="text-muted text-sm">
              {submission.deleted_after === null
                ? words.kept
                : fill(words.keptUntil, { time: formatTime(submission.deleted_after) })}
            </p>
            <ProblemLine problem={problem} />
            <fieldset className="mt-6 flex flex-wrap gap-3">
              <legend className="mb-2 font-semibold">{words.moveTo}</legend>
              {SUBMISSION_STATES.filter((state) => state !== submission.state).map((state) => (
                <button
                  key={state}
                  type="button"
                  className={actionStyle.quiet}
                  aria-disabled={isRunning}
                  aria-label={fill(words.move, { state: words.states[state] })}
                  onClick={() => move(state, submission.version)}
                >
                  {words.states[state]}
                </button>
              ))}
            </fieldset>
            <button
              type="button"
              className={`${actionStyle.danger} mt-6`}
              aria-disabled={isRunning}
              onClick={() => remove(submission.state)}
            >
              {words.delete}
            </button>
          </Panel>
          <Notes address={address} notes={notes} onAdded={reload} />
        </div>
      )}
    </RemoteContent>
  )
}
