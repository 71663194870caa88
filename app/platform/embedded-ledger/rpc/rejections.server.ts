import { createTokenBucket } from '../../async/token-bucket.ts'
import type { Clock } from '../../clock.ts'

const AT_ONCE = { perSecond: 1, burst: 10 }
const MAX_WAITING = 100

type Connection = { clock: Clock; end(): void }

/** @solana/web3.js repeats a rejected call as soon as it reads the answer, without end: later answers wait. */
export function createRejections({ clock, end }: Connection) {
  const bucket = createTokenBucket({ clock }, AT_ONCE)
  const waiting = new Set<NodeJS.Timeout>()

  function answerLater(answer: () => void, waitMs: number): void {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      answer()
    }, waitMs)
    waiting.add(timer)
  }

  return {
    reject(answer: () => void): void {
      const waitMs = bucket.waitMs()
      if (waiting.size >= MAX_WAITING) return void end()
      bucket.spend()
      if (waitMs === 0) answer()
      else answerLater(answer, waitMs)
    },
    forget(): void {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
