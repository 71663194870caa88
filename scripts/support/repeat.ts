import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Works now, and again after every pause. The first failure ends it, because that shows a wrong setting; later ones are
 * reported, and the work goes on unless `report` throws.
 */
export async function repeat(
  work: () => Promise<void>,
  pauseMs: number,
  report: (error: unknown) => void,
): Promise<never> {
  await work()
  for (;;) {
    await sleep(pauseMs)
    await work().catch(report)
  }
}
