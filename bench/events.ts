import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from '../server/build-site.ts'
import { type Delivered, deliver, deliverFromSite } from './loads/event-load.ts'
import { printTable } from './support/print-table.ts'

const LOAD = { readers: 10_000, seconds: 10 }
const ROUNDS = 2
const RAW_SERVER = fileURLToPath(new URL('./servers/events-raw-server.ts', import.meta.url))

const servers = [
  { name: 'NPC Stream', measure: () => deliverFromSite(LOAD) },
  { name: 'smallest node:http server', measure: measureRaw },
]

await buildIfStale()
const rounds = new Map<string, Delivered[]>(servers.map(({ name }) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const { name, measure } of servers) rounds.get(name)?.push(await measure())
report(rounds)

async function measureRaw(): Promise<Delivered> {
  const child = fork(RAW_SERVER, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const url = /http:\S+/.exec(String(line))?.[0] ?? ''
  try {
    return await deliver(url, child.pid ?? 0, LOAD)
  } finally {
    child.kill()
  }
}

function report(all: Map<string, Delivered[]>): void {
  const rows = [...all].map(([name, measured]) => ({
    name,
    share: sum(measured, 'deliveries') / (LOAD.readers * LOAD.seconds * ROUNDS),
    perCpuSecond: sum(measured, 'deliveries') / sum(measured, 'cpu'),
    p50: Math.max(...measured.map(({ p50Ms }) => p50Ms)),
    p99: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
    bytes: sum(measured, 'bytesPerReader') / measured.length,
  }))
  const smallest = rows.at(-1)?.perCpuSecond ?? 1
  printTable(
    [
      '10,000 readers',
      'delivered',
      'deliveries per CPU second',
      'p50',
      'p99',
      'memory per reader',
      '÷ smallest',
    ],
    rows.map(({ name, share, perCpuSecond, p50, p99, bytes }) => [
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

function sum(measured: Delivered[], figure: 'deliveries' | 'cpu' | 'bytesPerReader'): number {
  return measured.reduce((total, one) => total + one[figure], 0)
}
