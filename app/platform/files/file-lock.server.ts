import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * An exclusive lock that the kernel gives back when the process dies, however it dies. Node has no flock();
 * SQLite takes a real file lock on every platform, and nothing is ever stored in the file.
 * Undefined when another process holds it.
 */
export function lockFile(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}
