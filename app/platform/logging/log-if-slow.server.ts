import type { Log } from './logging.server.ts'

const SLOW_AFTER_MS = 10_000

/** Says once what a start waits for, if that takes long. */
export function logIfSlow<T>(log: Log, step: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log.info(`still starting: waiting for ${step}`), SLOW_AFTER_MS)
  return work.finally(() => clearTimeout(timer))
}
