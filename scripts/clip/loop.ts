/** Eight seconds: a whole number of AAC frames, of keyframe intervals and of bars at 120 beats per minute. */
export const SECONDS = 8
export const FPS = 30
export const FRAMES = SECONDS * FPS
export const WIDTH = 960
export const HEIGHT = 540
export const FRAMES_PER_BEAT = FPS / 2

/** The ground and the walkers move at the same pace, in pixels per frame. */
export const PACE = 4

/** When the walker picks up each coin: on three beats in a row. */
export const COIN_FRAMES = [9, 10, 11].map((beat) => beat * FRAMES_PER_BEAT)

/** A sine with `times` periods per loop. */
export function wave(frame: number, times: number, phase = 0): number {
  return Math.sin(2 * Math.PI * ((frame * times) / FRAMES + phase))
}

/** The same numbers every time, spread over 0..1. */
export function createScatter(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
