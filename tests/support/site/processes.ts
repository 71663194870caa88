import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type FoundProcess = { pid: number; command: string }

/** Every process that works in a folder or was told of it, the database's own children included. */
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

/** A child of a server looks like the server itself until it has given itself a title. */
export function databaseServersOf(folder: string): FoundProcess[] {
  const alike = processesOf(folder).filter(
    ({ command }) => /bin\/postgres -D/.test(command) && !command.startsWith('unshare'),
  )
  const pids = new Set(alike.map(({ pid }) => pid))
  return alike.filter(({ pid }) => !pids.has(parentOf(pid)))
}

/** Itself when it is gone meanwhile. */
function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return pid
  }
}
