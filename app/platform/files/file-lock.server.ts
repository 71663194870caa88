import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * An exclusive lock that the kernel releases however the process dies; undefined when another process holds it. Node
 * has no flock(), but SQLite takes a real file lock on every platform. Nothing is stored in the file.
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
