import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { mediaPlaylist, openStage } from './loads/live-stage.ts'
import type { Order, Watched } from './loads/live-watchers.ts'
import { type LiveCache, startNginxCache, startVarnish } from './servers/live-caches.ts'
import { cpuSeconds, cpuSecondsOf } from './support/cpu.ts'
import { printTable } from './support/print-table.ts'

/** Viewers behind a cache: what it takes from the site, and what it costs in delay. */
const options = {
  viewers: { type: 'string', default: '5000' },
  seconds: { type: 'string', default: '60' },
  /** The stream runs slower, so that a small machine can make all requests of many viewers. */
  speed: { type: 'string', default: '0.125' },
  caches: { type: 'string', default: 'varnish' },
} as const
const values = parseArgs({ options }).values
const load = { viewers: Number(values.viewers), seconds: Number(values.seconds) }
const WATCHERS = fileURLToPath(new URL('./loads/live-watchers.ts', import.meta.url))
const CACHES: Record<string, (origin: string) => Promise<LiveCache>> = {
  varnish: startVarnish,
  nginx: startNginxCache,
}

type Measured = Watched & { passedOn: number; cpuOfCache: number; cpuOfSite: number; cpuOfViewers: number }

await buildIfStale()
const recorded = await temporaryFolder()
const stage = await openStage({ camera: ['--speed', values.speed], variables: { TRUST_PROXY: '127.0.0.1' } })
try {
  const rows = new Map<string, Measured>()
  for (const name of values.caches.split(',')) rows.set(name, await watchThrough(name))
  report(rows)
} finally {
  await stage.close()
  await recorded.remove()
}

async function watchThrough(name: string): Promise<Measured> {
  const cache = await CACHES[name]?.(stage.site.url)
  if (cache === undefined) throw new Error(`there is no cache called ${name}`)
  try {
    const playlist = (await mediaPlaylist(cache.url)) ?? ''
    return await watch({ ...load, kind: 'live', playlist, recordIn: recorded.path }, cache)
  } finally {
    await cache.stop()
  }
}

async function watch(order: Order, cache: LiveCache): Promise<Measured> {
  const child = fork(WATCHERS)
  const used = () => ({
    passedOn: cache.passedOn(),
    cpuOfCache: cpuSeconds(cache.pid),
    cpuOfSite: cpuSecondsOf(stage.site.pid),
    cpuOfViewers: cpuSecondsOf(child.pid ?? 0),
  })
  child.send(order)
  await once(child, 'message')
  const before = used()
  const [watched] = (await once(child, 'message')) as [Watched]
  const after = used()
  child.kill()
  await once(child, 'exit')
  return {
    ...watched,
    passedOn: after.passedOn - before.passedOn,
    cpuOfCache: after.cpuOfCache - before.cpuOfCache,
    cpuOfSite: after.cpuOfSite - before.cpuOfSite,
    cpuOfViewers: after.cpuOfViewers - before.cpuOfViewers,
  }
}

function report(rows: Map<string, Measured>): void {
  const ofACore = (cpu: number) => `${((cpu / load.seconds) * 100).toFixed(0)} %`
  printTable(
    [
      `${load.viewers} viewers, speed ${values.speed}`,
      'parts',
      'missed',
      'requests/s at the cache',
      'at the site',
      'listed to fetched p50',
      'p95',
      'CPU of the cache',
      'of the site',
      'of the viewers',
      'cache, per request',
    ],
    [...rows].map(([name, one]) => [
      name,
      String(one.parts),
      String(one.missed),
      (one.requests / load.seconds).toFixed(0),
      (one.passedOn / load.seconds).toFixed(1),
      `${one.p50Ms.toFixed(0)} ms`,
      `${one.p95Ms.toFixed(0)} ms`,
      ofACore(one.cpuOfCache),
      ofACore(one.cpuOfSite),
      ofACore(one.cpuOfViewers),
      `${((one.cpuOfCache / one.requests) * 1e6).toFixed(0)} µs`,
    ]),
  )
}
