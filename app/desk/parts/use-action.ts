import { useState } from 'react'
import { sentenceOf } from './use-remote.ts'

/** Runs one change at a time and keeps the sentence of the last failure. */
export function useAction() {
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function run(change: () => Promise<void>): Promise<void> {
    if (isRunning) return
    setIsRunning(true)
    setProblem(undefined)
    try {
      await change()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setIsRunning(false)
    }
  }

  return { run, isRunning, problem }
}
