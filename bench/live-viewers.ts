import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { mediaPlaylist, openStage } from './loads/live-stage.ts'
import type { Order, Watched } from './loads/live-watchers.ts'
import { serveFolder } from './servers/serve-folder.ts'
import { cpuSeconds, cpuSecondsOf } from './support/cpu.ts'
import { printTable } from './support/print-table.ts'

const options = {
  clock: { type: 'boolean', default: false },
  viewers: { type: 'string', default: '500' },
  seconds: { type: 'string', default: '60' },
} as const
const values = parseArgs({ options }).values
const load = { viewers: Number(values.viewers), seconds: Number(values.seconds) }
const WATCHERS = fileURLToPath(new URL('./loads/live-watchers.ts', import.meta.url))

/** A start compiles and collects for a while. */
const SETTLE_S = 20
const INGEST_S = 20

type Measured = Watched & { cpu: number }

await buildIfStale()
const recorded = await temporaryFolder()
const stage = await openStage({ camera: values.clock ? ['--clock'] : [] })
try {
  const { url, pid } = stage.site
  const playlist = (await mediaPlaylist(url)) ?? ''
  const ingestShare = await measureIngest(pid)
  const live = await watch({ ...load, kind: 'live', playlist, recordIn: recorded.path }, () =>
    cpuSecondsOf(pid),
  )
  const fromFiles = await watchStatic(live)
  report({ 'NPC Stream, low latency': live, 'nginx, the same files': fromFiles })
  reportServing(live, fromFiles, ingestShare)
  if (live.missed > 0) process.exitCode = 1
} finally {
  await stage.close()
  await recorded.remove()
}

/** The share of a core that receiving the stream takes, without viewers. */
async function measureIngest(pid: number): Promise<number> {
  await sleep(SETTLE_S * 1_000)
  const before = cpuSecondsOf(pid)
  await sleep(INGEST_S * 1_000)
  return (cpuSecondsOf(pid) - before) / INGEST_S
}

function reportServing(live: Measured, fromFiles: Measured, ingestShare: number): void {
  const perRequest = (live.cpu - ingestShare * load.seconds) / live.requests
  const ratio = perRequest / (fromFiles.cpu / fromFiles.requests)
  console.log(
    `\nWithout viewers the site takes ${(ingestShare * 100).toFixed(1)} % to receive the stream. Without that, a ` +
      `request takes ${(perRequest * 1e6).toFixed(0)} µs: ${ratio.toFixed(1)} times nginx.`,
  )
}

/** The same requests at the same rate, to a server that only serves files. */
async function watchStatic({ parts }: Watched): Promise<Measured> {
  const nginx = await serveFolder(recorded.path)
  const files = (await readdir(recorded.path)).filter((name) => name.endsWith('.m4s'))
  const everyMs = (load.seconds * load.viewers * 1_000) / parts
  const playlist = `${nginx.url}media.m3u8`
  try {
    return await watch({ ...load, kind: 'static', playlist, parts: files, everyMs }, () =>
      cpuSeconds(nginx.pid),
    )
  } finally {
    await nginx.stop()
  }
}

async function watch(order: Order, cpuOfServer: () => number): Promise<Measured> {
  const child = fork(WATCHERS)
  child.send(order)
  await once(child, 'message')
  const before = cpuOfServer()
  const [watched] = (await once(child, 'message')) as [Watched]
  const cpu = cpuOfServer() - before
  await once(child, 'exit')
  return { ...watched, cpu }
}

function report(all: Record<string, Measured>): void {
  const rows = Object.entries(all).map(([name, measured]) => ({
    ...measured,
    name,
    megabits: (measured.bytes * 8) / 1e6,
    microseconds: (measured.cpu / measured.requests) * 1e6,
  }))
  const least = rows.at(-1)
  printTable(
    [
      `${load.viewers} viewers`,
      'parts',
      'missed',
      'requests/s',
      'Mbit/s',
      'listed to fetched p50',
      'p99',
      'CPU',
      'CPU per request',
      'CPU per Mbit',
      '÷ nginx',
    ],
    rows.map(({ name, parts, missed, requests, megabits, p50Ms, p99Ms, cpu, microseconds }) => [
      name,
      String(parts),
      String(missed),
      (requests / load.seconds).toFixed(0),
      (megabits / load.seconds).toFixed(0),
      `${p50Ms.toFixed(0)} ms`,
      `${p99Ms.toFixed(0)} ms`,
      `${((cpu / load.seconds) * 100).toFixed(1)} %`,
      `${microseconds.toFixed(0)} µs`,
      `${((cpu / megabits) * 1_000).toFixed(2)} ms`,
      (microseconds / (least?.microseconds ?? 1)).toFixed(1),
    ]),
  )
}
