import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Works now, and again after every pause, until it is aborted. The first failure ends it, because that shows a wrong
 * setting; later ones are reported.
 */
export async function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<never> {
  await work()
  for (;;) {
    await sleep(pauseMs, undefined, { signal })
    await work().catch((error: unknown) => {
      signal.throwIfAborted()
      report(error)
    })
  }
}
