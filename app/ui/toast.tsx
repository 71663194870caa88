import { CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createToastList, type Toast } from './toast-list.ts'

const SHOWN_MS = 6_000
const NONE: readonly Toast[] = []
const BORDERS = { destructive: 'border-live', success: 'border-online', plain: 'border-line' }

const { get, show, dismiss, subscribe } = createToastList()

export const showToast = show

/** Beside the forms of a wide page, and above those of a narrow one. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toasts = useSyncExternalStore(subscribe, get, () => NONE)
  return (
    <div className="pointer-events-none fixed inset-x-4 top-20 z-30 flex flex-col-reverse items-center gap-3 lg:top-auto lg:right-auto lg:bottom-6 lg:left-6 lg:w-sm lg:flex-col">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  )
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [isHeld, setIsHeld] = useState(false)
  const { variant = 'plain' } = toast
  const isDestructive = variant === 'destructive'

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds the toast while it is being read, does nothing else
    <div
      className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-2xl border bg-surface py-2 pr-2 pl-5 shadow-lg motion-safe:starting:-translate-y-3 motion-safe:starting:opacity-0 motion-safe:transition motion-safe:duration-300 lg:motion-safe:starting:-translate-x-3 lg:motion-safe:starting:translate-y-0 ${BORDERS[variant]}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {variant === 'success' && (
        <CircleCheck aria-hidden="true" className="mt-2.5 size-5 shrink-0 text-online" />
      )}
      <div
        role={isDestructive ? 'alert' : 'status'}
        data-variant={isDestructive ? variant : undefined}
        className="min-w-0 flex-1 py-2"
      >
        <p className={`font-bold ${isDestructive ? 'text-live-text' : ''}`}>{toast.title}</p>
        {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        className="flex size-11 shrink-0 items-center justify-center rounded-xl text-muted hover:text-text"
        onClick={() => dismiss(toast.id)}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
