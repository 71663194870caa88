import { useState } from 'react'

type Start = (work: () => Promise<void>) => Promise<void>

/**
 * Whether work is under way. A transition would also wait for all other asynchronous ones: React ends them together, so
 * a wallet that never answers would keep every button of the page busy.
 */
export function useUnderWay(): [isUnderWay: boolean, start: Start] {
  const [isUnderWay, setIsUnderWay] = useState(false)

  async function start(work: () => Promise<void>): Promise<void> {
    setIsUnderWay(true)
    try {
      await work()
    } finally {
      setIsUnderWay(false)
    }
  }

  return [isUnderWay, start]
}
