import { useCallback, useEffect, useState } from 'react'
import { ApiProblem, getJson } from '../../platform/browser/api-client.ts'
import { words } from '../words.ts'

/** `value` is the last that was read, also while it is read again and when that fails. */
export type Remote<T> = { value?: T; problem?: string }

/** Reads from the desk's API. The function reads again, and says whether that succeeded. */
export function useRemote<T>(address: string): [Remote<T>, () => Promise<boolean>] {
  const [remote, setRemote] = useState<Remote<T>>({})
  const read = useCallback(async () => {
    try {
      const value = await getJson<T>(address)
      setRemote({ value })
      return true
    } catch (error) {
      setRemote((before) => ({ ...before, problem: sentenceOf(error) }))
      return false
    }
  }, [address])
  useEffect(() => void read(), [read])
  return [remote, read]
}

/** Its message is a sentence for the person at the desk. */
export class PlainProblem extends Error {}

/** For the person at the desk. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiProblem || error instanceof PlainProblem ? error.message : words.failed
}
