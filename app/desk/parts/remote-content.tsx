import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { words } from '../words.ts'
import type { Remote } from './use-remote.ts'

type Props<T> = { remote: Remote<T>; onRetry(): void; children(value: T): ReactNode }

/** What was read stays on the screen when it cannot be read again: somebody may be typing there. */
export function RemoteContent<T>({ remote: { value, problem }, onRetry, children }: Props<T>) {
  return (
    <>
      {problem !== undefined && (
        <div role="alert" className="flex flex-col items-start gap-4">
          <p>{problem}</p>
          <button type="button" className={actionStyle.quiet} onClick={onRetry}>
            {words.retry}
          </button>
        </div>
      )}
      {value !== undefined && children(value)}
      {value === undefined && problem === undefined && <p className="text-muted">{words.loading}</p>}
    </>
  )
}
