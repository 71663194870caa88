import { DEFAULT_ONLINE, REFRESH_MS } from './contract.ts'

type Needs = {
  /** Registers the visit in the browser's log; returns the number of entries. */
  registerInLog(): number
  /** Registers the visit with the server; returns its count, 0 when it does not answer. */
  registerWithServer(): Promise<number>
  /** Subscribes to the count that the server sends to all visitors. */
  listen(onOnline: (online: number) => void): () => void
  show(next: (shown: number) => number): void
}

const COUNTED_WITHIN_MS = 2_000

/** Registers the visit now and every 30 seconds, and shows the larger of the two counts. */
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

  // The latest count sent to all visitors may not include this one yet.
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
