import type { Clock } from '../clock.ts'

export type TokenBucket = {
  /** Whole tokens left beyond `reserve`. */
  left(reserve?: number): number
  /** Takes a token, going into debt if there is none. */
  spend(): void
  /** Time until there is a token beyond `reserve`. */
  waitMs(reserve?: number): number
}

/** Allows `perSecond` on average and `burst` at once. */
export function createTokenBucket(
  { clock }: { clock: Clock },
  { perSecond, burst }: { perSecond: number; burst: number },
): TokenBucket {
  let tokens = burst
  let filledAt = clock.now()

  function fill(): number {
    const now = clock.now()
    // A clock that was set back must not empty the bucket.
    tokens = Math.min(burst, tokens + (Math.max(0, now - filledAt) * perSecond) / 1000)
    filledAt = now
    return tokens
  }

  return {
    left: (reserve = 0) => Math.max(0, Math.floor(fill() - reserve)),
    spend: () => {
      tokens = fill() - 1
    },
    waitMs: (reserve = 0) => Math.max(0, Math.ceil(((reserve + 1 - fill()) * 1000) / perSecond)),
  }
}
