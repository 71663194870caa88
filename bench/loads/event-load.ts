import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runSite } from '../../tests/support/site/running-site.ts'
import { cpuSecondsOf } from '../support/cpu.ts'
import type { Received } from './event-readers.ts'

export type Delivered = Received & { cpu: number; bytesPerReader: number }
type Load = { readers: number; seconds: number }

const READERS = fileURLToPath(new URL('./event-readers.ts', import.meta.url))

/** Runs a site that publishes one event per second. */
export async function deliverFromSite(load: Load): Promise<Delivered> {
  const site = await runSite()
  const publishing = setInterval(() => {
    void site.database.query("select append_event('bench', $1)", [JSON.stringify({ sentAt: Date.now() })])
  }, 1_000)
  try {
    return await deliver(site.url, site.pid, load)
  } finally {
    clearInterval(publishing)
    await site.close()
  }
}

/** What it costs the process to serve this many readers. */
export async function deliver(url: string, pid: number, { readers, seconds }: Load): Promise<Delivered> {
  const child = fork(READERS)
  const before = residentBytes(pid)
  child.send({ url, readers, seconds })
  await once(child, 'message')
  await once(child, 'message')
  const cpuBefore = cpuSecondsOf(pid)
  const [received] = (await once(child, 'message')) as [Received]
  const cpu = cpuSecondsOf(pid) - cpuBefore
  const bytesPerReader = (residentBytes(pid) - before) / readers
  await once(child, 'exit')
  return { ...received, cpu, bytesPerReader }
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
