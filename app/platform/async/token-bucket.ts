import type { Clock } from '../clock.ts'

type Rate = { perSecond: number; burst: number }

export type TokenBucket = ReturnType<typeof createTokenBucket>

/** Allows `perSecond` on average and `burst` at once. */
export function createTokenBucket({ clock }: { clock: Clock }, { perSecond, burst }: Rate) {
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
    /** Whole tokens left beyond `reserve`. */
    left: (reserve = 0) => Math.max(0, Math.floor(fill() - reserve)),
    /** Takes a token, going into debt if there is none. */
    spend: () => {
      tokens = fill() - 1
    },
    /** Time until there is a token beyond `reserve`. */
    waitMs: (reserve = 0) => Math.max(0, Math.ceil(((reserve + 1 - fill()) * 1000) / perSecond)),
  }
}
