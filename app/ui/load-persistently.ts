const MAX_TRIES = 3
const PAUSE_MS = 1_000

/** Waits while the browser is offline; otherwise it gives up after some tries. */
export async function loadPersistently<T>(load: () => Promise<T>, triesLeft = MAX_TRIES): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isOnline = navigator.onLine
    if (isOnline && triesLeft === 1) throw error
    await (isOnline ? pause() : untilOnline())
    return loadPersistently(load, isOnline ? triesLeft - 1 : triesLeft)
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

function untilOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}
