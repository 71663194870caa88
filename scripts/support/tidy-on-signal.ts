const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborts the work when a signal comes, and ends the process by that signal once the work has tidied up. A second signal
 * ends it at once.
 */
export async function tidyOnSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  let received: NodeJS.Signals | undefined
  function stop(signal: NodeJS.Signals): void {
    received = signal
    for (const name of SIGNALS) process.off(name, stop)
    stopping.abort()
  }
  for (const name of SIGNALS) process.on(name, stop)
  try {
    await work(stopping.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, stop)
    if (received !== undefined) process.kill(process.pid, received)
  }
}
