type Lag = {
  latencyS: number
  targetS: number
  /** Video that is loaded ahead of what is on screen. It shrinks by a step until the next one is loaded. */
  aheadS: number
  /** What the playlist grows by at a time: a part, or else a segment. */
  stepS: number
  isMuted: boolean
  isFaster: boolean
}

export type CatchUp = { by: 'nothing' } | { by: 'playing faster' } | { by: 'a jump'; jumpS: number }

/** In steps. The latency as measured varies by less. */
const MARGIN = 0.75
/** In steps. Catching up leaves this much loaded ahead; because it shrinks, beginning takes one step more. */
const RESERVE = 1

/**
 * How a late viewer gets to the target: beginning beyond the margin and ending at the target, so that the speed
 * rarely changes. Muted, it is a jump, which nobody hears: WebKit unmutes a video whose speed changes, then pauses it.
 */
export function chooseCatchUp({ latencyS, targetS, aheadS, stepS, isMuted, isFaster }: Lag): CatchUp {
  const spareS = aheadS - (isFaster ? RESERVE : RESERVE + 1) * stepS
  const lagS = Math.min(latencyS - targetS, spareS)
  if (isFaster) return { by: lagS > 0 ? 'playing faster' : 'nothing' }
  if (lagS <= MARGIN * stepS) return { by: 'nothing' }
  return isMuted ? { by: 'a jump', jumpS: lagS } : { by: 'playing faster' }
}
