import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const POLL_MS = 25
const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 5_000

const run = promisify(execFile)

/** Reads the file that a running server keeps in its folder. */
export async function readPostmaster(cluster: string) {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Stops the server of a killed site. Only the holder of the folder's lock may call this: then a server that still runs
 * there is orphaned, and a file that names another process is stale.
 */
export async function stopLeftBehind(cluster: string): Promise<'none' | 'stopped'> {
  const found = await readPostmaster(cluster)
  if (found === undefined) return 'none'
  if (!(await isServerOf(cluster, found.pid))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    return 'none'
  }
  await stopProcess(found.pid)
  return 'stopped'
}

async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  // A server's working directory is its folder, whatever the command was.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return folder === undefined ? isCommandOf(cluster, pid) : folder === cluster
}

/** For systems without /proc. */
async function isCommandOf(cluster: string, pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(`postgres -D ${cluster} `)
}

async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await isGone(pid, FAST_STOP_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (await isGone(pid, IMMEDIATE_STOP_MS)) return
  process.kill(pid, 'SIGKILL')
  await isGone(pid, IMMEDIATE_STOP_MS)
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += POLL_MS) {
    if (!isRunning(pid)) return true
    await sleep(POLL_MS)
  }
  return false
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
