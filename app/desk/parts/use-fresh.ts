import { useEffect, useState } from 'react'
import { getJson } from '../../platform/browser/api-client.ts'
import { sentenceOf } from './use-remote.ts'

/** `value` is the last that was read, also while reading fails. */
export type Fresh<T> = { value?: T; readAt?: number; problem?: string }

/** Reads again and again while the page is visible, and at once when it becomes so. */
export function useFresh<T>(address: string, everyMs: number): Fresh<T> {
  const [fresh, setFresh] = useState<Fresh<T>>({})

  useEffect(() => {
    const page = new AbortController()
    let isReading = false
    let next: ReturnType<typeof setTimeout> | undefined

    async function read(): Promise<void> {
      if (isReading) return
      isReading = true
      clearTimeout(next)
      const outcome = await getJson<T>(address).then(
        (value): Fresh<T> => ({ value, readAt: Date.now() }),
        (error: unknown): Fresh<T> => ({ problem: sentenceOf(error) }),
      )
      isReading = false
      if (page.signal.aborted) return
      setFresh((before) => (outcome.problem === undefined ? outcome : { ...before, ...outcome }))
      if (!document.hidden) next = setTimeout(read, everyMs)
    }

    function readIfVisible(): void {
      clearTimeout(next)
      if (!document.hidden) void read()
    }

    void read()
    document.addEventListener('visibilitychange', readIfVisible, page)
    window.addEventListener('online', readIfVisible, page)
    return () => {
      page.abort()
      clearTimeout(next)
    }
  }, [address, everyMs])

  return fresh
}
