import { readdir, readFile } from 'node:fs/promises'

/** The memory of all processes of a user; what several of them share counts once. */
export async function memoryOfUser(uid: number): Promise<{ bytes: number; processes: number }> {
  const sizes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => sizeOf(pid, uid)),
  )
  const found = sizes.filter((size) => size !== undefined)
  return { bytes: found.reduce((sum, size) => sum + size, 0), processes: found.length }
}

async function sizeOf(pid: string, uid: number): Promise<number | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) !== uid) return undefined
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(memory)?.[1]) * 1024
  } catch {
    return undefined
  }
}
