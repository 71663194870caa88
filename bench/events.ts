import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../scripts/build.ts'
import { runSite } from '../tests/support/running-site.ts'
import { cpuSecondsOf } from './cpu.ts'
import type { Heard } from './events-readers.ts'
import { printTable } from './table.ts'

const READERS = 10_000
const ROUNDS = 2
const SECONDS_A_ROUND = 10
const HERE = fileURLToPath(new URL('.', import.meta.url))

type Measured = Heard & { cpu: number; bytesAReader: number }
type Server = { name: string; measure(): Promise<Measured> }

await buildIfStale()
const servers: Server[] = [
  { name: 'NPC Stream', measure: measureOurs },
  { name: 'smallest node:http server', measure: measureRaw },
]
const rounds = new Map<string, Measured[]>(servers.map(({ name }) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const { name, measure } of servers) rounds.get(name)?.push(await measure())
report(rounds)

async function measureOurs(): Promise<Measured> {
  const site = await runSite()
  const telling = setInterval(() => {
    void site.database.query("select append_event('bench', $1)", [JSON.stringify({ sentAt: Date.now() })])
  }, 1_000)
  try {
    return await measureReaders(site.url, site.pid)
  } finally {
    clearInterval(telling)
    await site.close()
  }
}

async function measureRaw(): Promise<Measured> {
  const child = fork(`${HERE}events-raw-server.ts`, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const url = /http:\S+/.exec(String(line))?.[0] ?? ''
  try {
    return await measureReaders(url, child.pid ?? 0)
  } finally {
    child.kill()
  }
}

async function measureReaders(url: string, pid: number): Promise<Measured> {
  const readers = fork(`${HERE}events-readers.ts`)
  const before = residentBytes(pid)
  readers.send({ url, readers: READERS, seconds: SECONDS_A_ROUND })
  await once(readers, 'message')
  await once(readers, 'message')
  const begun = cpuSecondsOf(pid)
  const [heard] = (await once(readers, 'message')) as [Heard]
  const cpu = cpuSecondsOf(pid) - begun
  const bytesAReader = (residentBytes(pid) - before) / READERS
  await once(readers, 'exit')
  return { ...heard, cpu, bytesAReader }
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

function report(all: Map<string, Measured[]>): void {
  const rows = [...all].map(([name, measured]) => ({
    name,
    perCpuSecond: sum(measured, 'deliveries') / sum(measured, 'cpu'),
    p50: Math.max(...measured.map(({ p50Ms }) => p50Ms)),
    p99: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
    bytes: sum(measured, 'bytesAReader') / measured.length,
    share: sum(measured, 'deliveries') / (READERS * SECONDS_A_ROUND * ROUNDS),
  }))
  const smallest = rows.at(-1)?.perCpuSecond ?? 1
  printTable(
    [
      '10,000 readers, one event a second',
      'delivered',
      'deliveries a CPU second',
      'p50',
      'p99',
      'memory a reader',
      '÷ smallest',
    ],
    rows.map(({ name, perCpuSecond, p50, p99, bytes, share }) => [
      name,
      `${(share * 100).toFixed(1)} %`,
      perCpuSecond.toFixed(0),
      `${p50} ms`,
      `${p99} ms`,
      `${(bytes / 1000).toFixed(1)} kB`,
      (perCpuSecond / smallest).toFixed(2),
    ]),
  )
}

function sum(measured: Measured[], figure: 'deliveries' | 'cpu' | 'bytesAReader'): number {
  return measured.reduce((total, one) => total + one[figure], 0)
}
