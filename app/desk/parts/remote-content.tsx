import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { words } from '../words.ts'
import type { Remote } from './use-remote.ts'

type Props<T> = { remote: Remote<T>; onRetry(): void; children(value: T): ReactNode }

export function RemoteContent<T>({ remote, onRetry, children }: Props<T>) {
  if (remote.at === 'loading') return <p className="text-muted">{words.loading}</p>
  if (remote.at === 'ready') return children(remote.value)
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>{remote.message}</p>
      <button type="button" className={actionStyle.quiet} onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  )
}
