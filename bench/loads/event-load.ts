import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runSite } from '../../tests/support/site/running-site.ts'
import { cpuSecondsOf } from '../support/cpu.ts'
import type { Heard } from './events-readers.ts'

export type Delivered = Heard & { cpu: number; bytesAReader: number }
type Load = { readers: number; seconds: number }

const READERS = fileURLToPath(new URL('./events-readers.ts', import.meta.url))

/** A site of its own that has something to tell once a second. */
export async function deliverFromSite(load: Load): Promise<Delivered> {
  const site = await runSite()
  const telling = setInterval(() => {
    void site.database.query("select append_event('bench', $1)", [JSON.stringify({ sentAt: Date.now() })])
  }, 1_000)
  try {
    return await deliver(site.url, site.pid, load)
  } finally {
    clearInterval(telling)
    await site.close()
  }
}

/** What it costs the process to keep that many readers informed. */
export async function deliver(url: string, pid: number, { readers, seconds }: Load): Promise<Delivered> {
  const child = fork(READERS)
  const before = residentBytes(pid)
  child.send({ url, readers, seconds })
  await once(child, 'message')
  await once(child, 'message')
  const begun = cpuSecondsOf(pid)
  const [heard] = (await once(child, 'message')) as [Heard]
  const cpu = cpuSecondsOf(pid) - begun
  const bytesAReader = (residentBytes(pid) - before) / readers
  await once(child, 'exit')
  return { ...heard, cpu, bytesAReader }
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
