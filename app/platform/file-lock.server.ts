import { DatabaseSync } from 'node:sqlite'

/**
 * An exclusive lock that the kernel gives back when the process dies, however it dies. Node has no flock();
 * SQLite takes a real file lock on every platform, and nothing is ever stored in the file.
 * Undefined when another process still holds it after the wait (which blocks this process).
 */
export function lockFile(path: string, waitMs = 0): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: waitMs })
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return () => file.close()
  } catch {
    file.close()
    return undefined
  }
}
