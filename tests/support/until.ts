import { vi } from 'vitest'

/** Waits for what comes sooner or later; on a busy machine, later. */
export function until<T>(look: () => T | Promise<T>) {
  return vi.waitUntil(look, { timeout: 30_000, interval: 20 })
}
