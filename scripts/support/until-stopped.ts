import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'

/** Somebody asked the script to end. */
export class Stopped extends CannotStart {}

/** Lets the work tidy up when SIGINT or SIGTERM comes: it fails as soon as `signal` is aborted. */
export async function untilStopped<T>(
  message: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    return await work(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? new Stopped(message) : error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
