import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { startSite } from '../tests/support/site/site-process.ts'
import { startNext } from './servers/start-next.ts'
import { cpuSeconds } from './support/cpu.ts'
import { printTable } from './support/print-table.ts'

const ACCEPT_ENCODING = 'gzip, deflate, br'
const CONNECTIONS = 32
const ROUNDS = 5
const SECONDS_PER_ROUND = 4
const WARM_UP_SECONDS = 2

type Target = { name: string; url: string; pid: number; stop(): Promise<unknown> }
type Measured = { requests: number; seconds: number; cpu: number }

const { values } = parseArgs({ options: { peers: { type: 'boolean', default: false } } })

await buildIfStale()
const targets = [await startOurs()]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(1)))
try {
  targets.push(await startRaw(targets[0]?.url ?? ''))
  if (values.peers) targets.push(...(await startNext()))
  report(await measureAlternately(targets))
} finally {
  await stopAll()
}

async function stopAll(): Promise<void> {
  for (const target of targets) await target.stop()
}

async function startOurs(): Promise<Target> {
  const folder = await temporaryFolder()
  const site = startSite({ DATA_DIR: folder.path })
  const stop = async () => {
    await site.stop()
    await folder.remove()
  }
  return { name: 'NPC Stream, cached home', url: await site.opened, pid: site.pid, stop }
}

/** The same status, headers and bytes as our home page, from a minimal Node server. */
async function startRaw(origin: string): Promise<Target> {
  const answer = await readRaw(origin)
  const child = spawn(process.execPath, [new URL('./servers/raw-server.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(answer))
  const [line] = await once(child.stdout, 'data')
  const stop = async () => child.kill()
  return { name: 'raw node:http, same bytes', url: String(line).trim(), pid: child.pid ?? 0, stop }
}

async function readRaw(url: string) {
  const { get } = await import('node:http')
  const [response] = await once(get(url, { headers: { 'accept-encoding': ACCEPT_ENCODING } }), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers
  return { status: response.statusCode, headers, body: Buffer.concat(chunks).toString('base64') }
}

async function measureAlternately(all: Target[]): Promise<Map<string, Measured>> {
  const sums = new Map(all.map(({ name }) => [name, { requests: 0, seconds: 0, cpu: 0 }]))
  for (const target of all) await load(target, WARM_UP_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const target of all) {
      const measured = await load(target, SECONDS_PER_ROUND)
      const sum = sums.get(target.name)
      if (sum === undefined) continue
      sum.requests += measured.requests
      sum.seconds += measured.seconds
      sum.cpu += measured.cpu
    }
  return sums
}

async function load({ url, pid, name }: Target, duration: number): Promise<Measured> {
  const before = cpuSeconds(pid)
  const headers = { 'accept-encoding': ACCEPT_ENCODING }
  const result = await autocannon({ url, connections: CONNECTIONS, duration, headers })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name} answered with errors`)
  return { requests: result.requests.total, seconds: result.duration, cpu: cpuSeconds(pid) - before }
}

function report(measured: Map<string, Measured>): void {
  const rows = [...measured].map(([name, { requests, seconds, cpu }]) => ({
    name,
    microseconds: (cpu / requests) * 1e6,
    perSecond: requests / seconds,
  }))
  const ourCost = rows[0]?.microseconds ?? 0
  printTable(
    ['server', 'CPU per request, µs', 'requests/s', 'our CPU ÷ its CPU'],
    rows.map(({ name, microseconds, perSecond }) => [
      name,
      microseconds.toFixed(0),
      perSecond.toFixed(0),
      (ourCost / microseconds).toFixed(3),
    ]),
  )
}
