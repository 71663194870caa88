import type { Clock } from '../../../platform/clock.ts'

type Held = { dueAt: number; bytes: number; run(): void }

/** What a held message costs beside its payload. */
const OVERHEAD_BYTES = 256

/** Runs each action after the delay, in order; without a delay at once. Held actions report errors to `onError`. */
export function createDelayLine(monotonic: Clock, onError: (error: unknown) => void) {
  let delayMs = 0
  let held: Held[] = []
  let bytes = 0
  let clears = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule(): void {
    const [first] = held
    timer = first && setTimeout(runDue, Math.max(0, first.dueAt - monotonic.now()))
  }

  function runDue(): void {
    const now = monotonic.now()
    const clearsBefore = clears
    const firstEarly = held.findIndex(({ dueAt }) => dueAt > now)
    const due = held.splice(0, firstEarly < 0 ? held.length : firstEarly)
    bytes -= due.reduce((sum, each) => sum + each.bytes, 0)
    for (const { run } of due) {
      if (clears > clearsBefore) return
      try {
        run()
      } catch (error) {
        onError(error)
      }
    }
    schedule()
  }

  function clear(): void {
    clearTimeout(timer)
    timer = undefined
    held = []
    bytes = 0
    clears += 1
  }

  return {
    delayMs: () => delayMs,
    /** For what is added from now on. What is held is dropped. */
    setDelay(ms: number): void {
      clear()
      delayMs = ms
    },
    add(payloadBytes: number, run: () => void): void {
      if (delayMs === 0) {
        run()
        return
      }
      const heldBytes = payloadBytes + OVERHEAD_BYTES
      bytes += heldBytes
      held.push({ dueAt: monotonic.now() + delayMs, bytes: heldBytes, run })
      if (timer === undefined) schedule()
    },
    isEmpty: () => held.length === 0,
    bytes: () => bytes,
    clear,
  }
}
