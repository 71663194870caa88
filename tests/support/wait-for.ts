import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 100

/** For programs outside the test runner: waits until the check passes, and fails with its name. A check that throws fails. */
export async function waitFor(
  what: string,
  check: () => Promise<boolean>,
  patienceMs = 60_000,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await check().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain for ${what}`)
    await sleep(POLL_MS)
  }
}
