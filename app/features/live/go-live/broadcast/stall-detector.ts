type Progress = { isAccepted: boolean; sentBytes: number; waitingBytes: number }

/** A connection that makes no progress for this long is dead, whatever the browser reports. */
const MAX_STALL_MS = 8_000

/** Progress means that bytes leave, or that none is waiting; before the key is accepted there is none. */
export function createStallDetector() {
  let movedAtMs = 0
  let lastLeftBytes = 0
  return {
    reset(nowMs: number): void {
      movedAtMs = nowMs
    },
    isStalled({ isAccepted, sentBytes, waitingBytes }: Progress, nowMs: number): boolean {
      const leftBytes = sentBytes - waitingBytes
      if (isAccepted && (leftBytes !== lastLeftBytes || waitingBytes === 0)) movedAtMs = nowMs
      lastLeftBytes = leftBytes
      return nowMs - movedAtMs > MAX_STALL_MS
    },
  }
}
