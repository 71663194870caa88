import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment } from './support/site-database.ts'

const USAGE = 'npm run demo, with the same variables as npm start; Ctrl-C stops everything'
const DONORS = ['Ann', 'Boris', 'Chloé', 'Dmitri', 'Emil', 'Fay', '林', 'Gus']
const VISITORS = 14
const POLL_MS = 500
const BETWEEN_VOTES_MS = { min: 400, max: 3_000 }
const BETWEEN_DONATIONS_MS = { min: 15_000, max: 40_000 }
const BETWEEN_VISITS_MS = { min: 20_000, max: 25_000 }

const children = new Set<ChildProcess>()
const stopping = new AbortController()
const { signal } = stopping

function start(script: string, args: string[], stdio: 'inherit' | 'ignore'): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], { stdio })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Waits for the site that this demo started, and returns its address. */
async function waitForSite(dataDir: string, pid: number | undefined): Promise<string | undefined> {
  while (!signal.aborted) {
    const running = await findRunningSite(dataDir)
    if (running?.pid === pid) return running?.site
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  return undefined
}

/** The demo's site trusts a local proxy, so that each visitor can have their own address. */
async function send(site: string, method: string, path: string, body: object): Promise<void> {
  const visitor = `198.51.100.${randomInt(1, VISITORS + 1)}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor }
  await fetch(site + path, { method, headers, body: JSON.stringify(body) })
}

function vote(site: string): Promise<void> {
  const vote_type = randomInt(5) === 0 ? 'dislike' : 'like'
  return send(site, randomInt(6) === 0 ? 'DELETE' : 'PUT', `/api/npcs/${randomInt(1, 4)}/vote`, { vote_type })
}

async function visit(site: string): Promise<void> {
  const sessions = Array.from({ length: VISITORS }, (_, visitor) => `demo-visitor-${visitor}`)
  for (const id of sessions) if (randomInt(4) > 0) await send(site, 'POST', '/api/presence', { id })
}

async function donate(site: string, dataDir: string): Promise<void> {
  const name = DONORS[randomInt(DONORS.length)] ?? 'Ann'
  const amount = String(randomInt(1, 50) / 100)
  await once(
    start('donate.ts', [amount, '--name', name, '--data-dir', dataDir, '--site', site], 'ignore'),
    'exit',
  )
}

async function keepTrying(act: () => Promise<void>, pause: { min: number; max: number }): Promise<void> {
  while (!signal.aborted) {
    // A site that is stopping rejects it; the next attempt will do.
    await act().catch(() => {})
    await sleep(randomInt(pause.min, pause.max), undefined, { signal }).catch(() => {})
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

async function runDemo(): Promise<void> {
  const { dataDir, databaseUrl } = readSiteEnvironment()
  if (databaseUrl !== undefined)
    throw new CannotStart(
      'npm run demo makes up votes and donations, so it runs on a DATA_DIR and not on a DATABASE_URL',
    )
  const server = start('../server/start.js', [], 'inherit')
  server.once('exit', (code) => {
    process.exitCode = code ?? 1
    void stop()
  })
  const site = await waitForSite(dataDir, server.pid)
  if (site === undefined) return
  start('camera.ts', [], 'ignore')
  console.log(`A camera, ${VISITORS} scripted visitors and a donor are at work: ${site}/npc1
There is a vote every few seconds and a donation every 15 to 40. Ctrl-C stops everything.`)
  await Promise.all([
    keepTrying(() => vote(site), BETWEEN_VOTES_MS),
    keepTrying(() => visit(site), BETWEEN_VISITS_MS),
    keepTrying(() => donate(site, dataDir), BETWEEN_DONATIONS_MS),
  ])
}

await runScript(USAGE, runDemo)
