import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU seconds used so far by a process and everything it started. */
export function cpuSeconds(pid: number): number {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(fieldsOf(Number(name))[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const children = parents.get(pid) ?? []
  return cpuSecondsOf(pid) + children.reduce((sum, child) => sum + cpuSeconds(child), 0)
}

/** Of the process alone. */
export function cpuSecondsOf(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
}

/** The fields of /proc/<pid>/stat after the name, which may hold spaces: state, parent, … */
function fieldsOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
