import { useEffect, useRef } from 'react'
import { actionStyle } from '../../../../ui/action-style.ts'
import type { GoLiveMessages } from '../messages.ts'

type Props = { words: GoLiveMessages; onLeave(): void; onStay(): void }

/** Unlike the browser's own dialog, this one does not interrupt the stream. */
export function LeaveDialog({ words, onLeave, onStay }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      onClose={onStay}
      className="m-auto max-w-sm rounded-3xl border border-line bg-surface p-6 text-text backdrop:bg-black/60"
    >
      <p id="leave-title" className="mb-6 text-pretty font-semibold">
        {words.leave}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" onClick={() => dialog.current?.close()} className={actionStyle.primary}>
          {words.stay}
        </button>
        <button type="button" onClick={onLeave} className={actionStyle.quiet}>
          {words.leaveAnyway}
        </button>
      </div>
    </dialog>
  )
}
