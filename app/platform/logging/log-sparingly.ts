import type { Clock } from '../clock.ts'

export type Sparingly = (cause: string, write: () => void) => void

const MAX_CAUSES = 200

/** Writes about a cause at most once in `everyMs`. */
export function createSparingly({ clock }: { clock: Clock }, everyMs = 60_000): Sparingly {
  const writtenAt = new Map<string, number>()
  return (cause, write) => {
    const last = writtenAt.get(cause)
    if (last !== undefined && Math.abs(clock.now() - last) < everyMs) return
    if (writtenAt.size >= MAX_CAUSES) writtenAt.clear()
    writtenAt.set(cause, clock.now())
    write()
  }
}
