import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** CPU seconds used so far by a process and its children, including those that have ended. */
export function cpuSeconds(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(fieldsOf(Number(name))[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const sumOf = (one: number): number =>
    secondsOf(one, [...OWN_TIMES, ...TIMES_OF_ENDED_CHILDREN]) +
    (children.get(one) ?? []).reduce((sum, child) => sum + sumOf(child), 0)
  return sumOf(pid)
}

/** CPU seconds of the process alone. */
export function cpuSecondsOf(pid: number): number {
  return secondsOf(pid, OWN_TIMES)
}

const OWN_TIMES = [11, 12]
const TIMES_OF_ENDED_CHILDREN = [13, 14]

function secondsOf(pid: number, places: number[]): number {
  const fields = fieldsOf(pid)
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0) / TICKS_PER_SECOND
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
