const RETRY_MS = 1_000

export type Repeated = { ask(): void; close(): void }

/**
 * Does the work once for all who asked while it was being done, one at a time; what fails is tried again a second
 * later. The work says after how many milliseconds it has to be done again anyway; 0 for not at all.
 */
export function repeatWhileAsked(work: () => Promise<number>, onFailure: (error: unknown) => void): Repeated {
  let isClosed = false
  let stopWaiting = () => {}
  let isAsked = false
  let isRunning = false

  async function run(): Promise<void> {
    while (isAsked && !isClosed) {
      isAsked = false
      const waitMs = await work().catch((error: unknown) => {
        onFailure(error)
        return RETRY_MS
      })
      if (waitMs === 0) continue
      isAsked = true
      if (!isClosed) await wait(waitMs)
    }
    isRunning = false
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref()
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    ask() {
      isAsked = true
      if (isRunning) return
      isRunning = true
      void run()
    },
    close() {
      isClosed = true
      stopWaiting()
    },
  }
}
