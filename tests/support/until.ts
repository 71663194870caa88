import { vi } from 'vitest'

/** Waits for a condition; the time limit is generous, because the machine may be busy. */
export function until<T>(check: () => T | Promise<T>, { timeoutMs = 30_000, intervalMs = 20 } = {}) {
  return vi.waitUntil(check, { timeout: timeoutMs, interval: intervalMs })
}
