import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type FoundProcess = { pid: number; command: string }

/** Every process whose command, environment or working directory mentions the folder, including the database's children. */
export function processesOf(folder: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => describeProcess(pid))
    .filter(({ traces }) => traces.some((trace) => trace.includes(folder)))
    .map(({ pid, command }) => ({ pid, command }))
}

function describeProcess(pid: string): (FoundProcess & { traces: string[] })[] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    return [{ pid: Number(pid), command, traces: [command, environment, readlinkSync(`/proc/${pid}/cwd`)] }]
  } catch {
    return []
  }
}

/** A child of a server has the server's command line until it sets its own title. */
export function databaseServersOf(folder: string): FoundProcess[] {
  const candidates = processesOf(folder).filter(
    ({ command }) => /bin\/postgres -D/.test(command) && !command.startsWith('unshare'),
  )
  const pids = new Set(candidates.map(({ pid }) => pid))
  return candidates.filter(({ pid }) => !pids.has(parentOf(pid)))
}

/** Returns the process itself if it is gone by now. */
function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return pid
  }
}
