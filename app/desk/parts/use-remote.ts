import { useCallback, useEffect, useState } from 'react'
import { ApiProblem, getJson } from '../../platform/browser/api-client.ts'
import { words } from '../words.ts'

export type Remote<T> = { at: 'loading' } | { at: 'ready'; value: T } | { at: 'failed'; message: string }

/** Reads from the desk's API; what was read stays on the screen while it is read again. */
export function useRemote<T>(address: string): [Remote<T>, () => Promise<void>] {
  const [state, setState] = useState<Remote<T>>({ at: 'loading' })
  const read = useCallback(async () => {
    try {
      setState({ at: 'ready', value: await getJson<T>(address) })
    } catch (error) {
      setState({ at: 'failed', message: sentenceOf(error) })
    }
  }, [address])
  useEffect(() => void read(), [read])
  return [state, read]
}

/** Its message is a sentence for the person at the desk. */
export class PlainProblem extends Error {}

/** For the person at the desk. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiProblem || error instanceof PlainProblem ? error.message : words.failed
}
