import { DEFAULT_ONLINE, REFRESH_MS } from './contract.ts'

type Needs = {
  /** Registers the visit in the browser's log; how many are in it. */
  registerInLog(): number
  /** Registers the visit with the server; how many it counts, 0 when it does not say. */
  registerWithServer(): Promise<number>
  /** Hears what the server says to everybody. */
  listen(onOnline: (online: number) => void): () => void
  show(next: (shown: number) => number): void
}

const COUNTED_WITHIN_MS = 2_000

/** Registers the visit now and every 30 seconds, and shows the larger of what the log and the server count. */
export function followOnline({ registerInLog, registerWithServer, listen, show }: Needs): () => void {
  let logged = DEFAULT_ONLINE
  let heard = 0
  let isCounted = false
  let isGone = false

  function showHeard(): void {
    show((shown) => (isCounted && heard > 0 ? Math.max(logged, heard) : shown))
  }

  async function register(): Promise<void> {
    logged = registerInLog()
    show((shown) => Math.max(logged, shown))
    const counted = await registerWithServer()
    if (!isGone) show(() => Math.max(logged, counted || heard))
  }

  // What everybody hears just now may have been counted without this visitor.
  const waitUntilCounted = () =>
    setTimeout(() => {
      isCounted = !isGone
      showHeard()
    }, COUNTED_WITHIN_MS)

  void register().then(waitUntilCounted)
  const timer = setInterval(() => void register(), REFRESH_MS)
  const stopListening = listen((online) => {
    heard = online
    showHeard()
  })
  return () => {
    isGone = true
    clearInterval(timer)
    stopListening()
  }
}
