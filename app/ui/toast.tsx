import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'

type ToastText = { title: string; description?: string; variant?: 'destructive' }
type Toast = ToastText & { id: number }

const SHOWN_MS = 6_000
const MAX_AT_ONCE = 3
const NONE: Toast[] = []

let toasts = NONE
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function showToast(text: ToastText): void {
  lastId += 1
  change([...toasts, { ...text, id: lastId }].slice(-MAX_AT_ONCE))
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex flex-col items-end gap-3">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  )
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [isHeld, setIsHeld] = useState(false)
  const isDestructive = toast.variant === 'destructive'

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holds the toast while it is being read, does nothing else
    <div
      className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-2xl border bg-surface py-2 pr-2 pl-5 shadow-lg ${isDestructive ? 'border-live' : 'border-line'}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div
        role={isDestructive ? 'alert' : 'status'}
        data-variant={toast.variant}
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
