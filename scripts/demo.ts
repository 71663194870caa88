import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readSiteEnvironment } from './site-database.ts'

const DONORS = ['Ann', 'Boris', 'Chloé', 'Dmitri', 'Emil', 'Fay', '林', 'Gus']
const VISITORS = 14
const LOOK_EVERY_MS = 500
const BETWEEN_VOTES_MS = { least: 400, most: 3_000 }
const BETWEEN_DONATIONS_MS = { least: 15_000, most: 40_000 }
const BETWEEN_VISITS_MS = { least: 20_000, most: 25_000 }

const { port, dataDir, databaseUrl } = readSiteEnvironment()
const site = `http://localhost:${port}`
const children = new Set<ChildProcess>()
const stopping = new AbortController()
const { signal } = stopping

function start(script: string, args: string[], stdio: 'inherit' | 'ignore'): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], { stdio })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function isOpen(): Promise<boolean> {
  return (await fetch(`${site}/readyz`).catch(() => undefined))?.ok === true
}

/** The site believes what a proxy on this machine says: each visitor has an address of his own. */
async function ask(method: string, path: string, body: object): Promise<void> {
  const visitor = `198.51.100.${randomInt(1, VISITORS + 1)}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor }
  await fetch(site + path, { method, headers, body: JSON.stringify(body) })
}

function vote(): Promise<void> {
  const vote_type = randomInt(5) === 0 ? 'dislike' : 'like'
  return ask(randomInt(6) === 0 ? 'DELETE' : 'PUT', `/api/npcs/${randomInt(1, 4)}/vote`, { vote_type })
}

async function visit(): Promise<void> {
  const present = Array.from({ length: VISITORS }, (_, visitor) => `demo-visitor-${visitor}`)
  for (const id of present) if (randomInt(4) > 0) await ask('POST', '/api/presence', { id })
}

async function donate(): Promise<void> {
  const name = DONORS[randomInt(DONORS.length)] ?? 'Ann'
  const amount = String(randomInt(1, 50) / 100)
  await once(
    start('donate.ts', [amount, '--name', name, '--data-dir', dataDir, '--site', site], 'ignore'),
    'exit',
  )
}

async function keepDoing(act: () => Promise<void>, pause: { least: number; most: number }): Promise<void> {
  while (!signal.aborted) {
    // A site that is being stopped refuses; the next time will do.
    await act().catch(() => {})
    await sleep(randomInt(pause.least, pause.most), undefined, { signal }).catch(() => {})
  }
}

async function stop(): Promise<void> {
  if (signal.aborted) return
  stopping.abort()
  const ending = [...children].map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ending)
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop)

if (databaseUrl !== undefined) {
  console.error('npm run demo makes votes and donations up: it runs on a DATA_DIR, not on DATABASE_URL')
  process.exit(1)
}

const server = start('../server/start.js', [], 'inherit')
server.once('exit', (code) => {
  process.exitCode = code ?? 1
  void stop()
})
while (!signal.aborted && !(await isOpen())) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
if (!signal.aborted) {
  start('camera.ts', [], 'ignore')
  console.log(`A camera, ${VISITORS} scripted visitors and a donor are there: ${site}/npc1`)
  await Promise.all([
    keepDoing(vote, BETWEEN_VOTES_MS),
    keepDoing(visit, BETWEEN_VISITS_MS),
    keepDoing(donate, BETWEEN_DONATIONS_MS),
  ])
}
