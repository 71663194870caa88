const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A terminal sends its signal to npm and to us, and npm forwards its own. */
const FORWARDED_WITHIN_MS = 1_000

/**
 * Aborts the work when a signal comes, and ends the process by that signal once the work has tidied up. Another signal,
 * later on, ends it at once.
 */
export async function tidyOnSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  let received: NodeJS.Signals | undefined
  function stop(signal: NodeJS.Signals): void {
    received ??= signal
    stopping.abort()
    setTimeout(stopListening, FORWARDED_WITHIN_MS).unref()
  }
  function stopListening(): void {
    for (const name of SIGNALS) process.off(name, stop)
  }
  for (const name of SIGNALS) process.on(name, stop)
  try {
    await work(stopping.signal)
  } finally {
    stopListening()
    if (received !== undefined) process.kill(process.pid, received)
  }
}
