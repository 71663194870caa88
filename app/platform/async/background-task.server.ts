import type { Log } from '../logging/logging.server.ts'

export type BackgroundTask = ReturnType<typeof startBackgroundTask>

export type NextRun = { againInMs: number } | 'idle'

type Run = {
  /** Aborted by `close`. */
  signal: AbortSignal
  /** For work that runs until it fails: it calls this once it is up. Other work succeeds by returning. */
  reportSuccess(): void
}

type TaskOptions = {
  work(run: Run): Promise<NextRun>
  log: Log
  /** Logged at the first of several failures. */
  failing: string
  /** Logged at the first success after a failure. */
  recovered: string
  /** `debug` where another task already warns about the same outage. */
  level?: 'warn' | 'debug'
  retryMs?: number
  /** Waits for the first request. */
  startsIdle?: boolean
}

const RETRY_MS = 1_000

/** Repeats the work, one run at a time: when it asks for it, when requested, and after a failure. */
export function startBackgroundTask(options: TaskOptions) {
  const { work, log, failing, recovered, level = 'warn', retryMs = RETRY_MS, startsIdle = false } = options
  const closing = new AbortController()
  const { signal } = closing
  let isRequested = false
  let isFailing = false
  let running: Promise<void> | undefined

  function reportSuccess(): void {
    if (isFailing) log[level === 'warn' ? 'info' : 'debug'](recovered)
    isFailing = false
  }

  async function runOnce(): Promise<NextRun> {
    try {
      const next = await work({ signal, reportSuccess })
      reportSuccess()
      return next
    } catch (error) {
      if (!isFailing && !signal.aborted) log[level]({ err: error }, failing)
      isFailing = true
      return { againInMs: retryMs }
    }
  }

  async function run(): Promise<void> {
    while (isRequested && !signal.aborted) {
      isRequested = false
      const next = await runOnce()
      if (next === 'idle') continue
      isRequested = true
      if (next.againInMs > 0) await waitUnless(signal, next.againInMs)
    }
    running = undefined
  }

  function request(): void {
    isRequested = true
    running ??= run()
  }

  if (!startsIdle) request()
  return {
    /** Runs the work once for all requests that come before the run starts. */
    request,
    /** Resolves when the run in progress, if any, has ended. */
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

function waitUnless(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    signal.addEventListener('abort', end)
  })
}
