export type ToastText = {
  title: string
  description?: string
  variant?: 'destructive' | 'success'
  /** A toast replaces an earlier one about the same thing, once that one could be read. */
  about?: string
}
export type Toast = ToastText & { id: number; shownAtMs: number }

const MAX_AT_ONCE = 3
const READABLE_MS = 2_000

export function createToastList() {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function change(next: readonly Toast[]): void {
    toasts = next
    for (const listener of listeners) listener()
  }

  function dismiss(id: number): void {
    change(toasts.filter((toast) => toast.id !== id))
  }

  function dismissOnceRead({ id, shownAtMs }: Toast): void {
    setTimeout(() => dismiss(id), Math.max(0, shownAtMs + READABLE_MS - Date.now()))
  }

  return {
    get: () => toasts,
    show(text: ToastText): void {
      const { about } = text
      if (about !== undefined) toasts.filter((toast) => toast.about === about).forEach(dismissOnceRead)
      lastId += 1
      const toast = { ...text, id: lastId, shownAtMs: Date.now() }
      change([...toasts, toast].slice(-MAX_AT_ONCE))
    },
    dismiss,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
