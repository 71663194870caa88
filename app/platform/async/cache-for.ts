import type { Clock } from '../clock.ts'

type Remembered<T> = { answer: Promise<T>; untilMs: number }

const MAX_REMEMBERED = 10_000

/**
 * Callers that ask the same at the same time share one answer. An answer that `isKept` likes is given out again for
 * `forMs`; a failure is never kept.
 */
export function rememberFor<T>(
  { clock }: { clock: Clock },
  forMs: number,
  isKept: (answer: T) => boolean = () => true,
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const remembered = new Map<string, Remembered<T>>()

  function forget(key: string, one: Remembered<T>): void {
    if (remembered.get(key) === one) remembered.delete(key)
  }

  function forgetOld(): void {
    for (const [key, { untilMs }] of remembered) if (untilMs <= clock.now()) remembered.delete(key)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  }

  return (key, ask) => {
    const known = remembered.get(key)
    if (known && known.untilMs > clock.now()) return known.answer
    if (remembered.size >= MAX_REMEMBERED) forgetOld()
    const one: Remembered<T> = { answer: ask(), untilMs: Number.POSITIVE_INFINITY }
    remembered.set(key, one)
    one.answer.then(
      (answer) => {
        one.untilMs = clock.now() + forMs
        if (!isKept(answer)) forget(key, one)
      },
      () => forget(key, one),
    )
    return one.answer
  }
}
