import { useState } from 'react'
import { useUnderWay } from '../../platform/browser/use-under-way.ts'
import { sentenceOf } from './use-remote.ts'

/** Runs one change at a time and keeps the sentence of the last failure. */
export function useAction() {
  const [isRunning, start] = useUnderWay()
  const [problem, setProblem] = useState<string>()

  async function run(change: () => Promise<void>): Promise<void> {
    if (isRunning) return
    setProblem(undefined)
    await start(async () => {
      try {
        await change()
      } catch (error) {
        setProblem(sentenceOf(error))
      }
    })
  }

  return { run, isRunning, problem }
}
