import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findRunningPostgres } from '../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { backUpSite } from '../server/backup/back-up-site.ts'
import { recordBackup } from '../server/backup/last-backup.ts'
import { nameCommands } from '../server/release.ts'
import { parseInterval } from './support/parse-interval.ts'
import { repeat } from './support/repeat.ts'
import { runScript } from './support/run-script.ts'
import { readPassphrase, readSiteEnvironment } from './support/site-database.ts'
import { tidyOnSignal } from './support/tidy-on-signal.ts'

const USAGE = 'npm run backup -- FILE, or npm run backup -- FOLDER [--every 6h] [--keep 28]'
const OUR_NAME = /^npc-stream-[\dTZ-]+\.backup$/

type Options = { target: string; everyMs: number | undefined; keep: number | undefined }

// Writes everything that the site must not lose into one file, while the site runs.
await runScript(USAGE, async (args) => {
  const { target, everyMs, keep } = readOptions(args)
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? false
  if (!isFolder && (everyMs ?? keep) !== undefined)
    throw new CannotStart(`${target} is not a folder. Usage: ${USAGE}`)
  async function backUpOnce(signal: AbortSignal): Promise<void> {
    const path = isFolder ? join(target, nameFor(new Date())) : target
    const at = new Date()
    await backUp(path, signal)
    const bytes = (await stat(path)).size
    await recordBackup(readSiteEnvironment().dataDir, { at, bytes, path })
    console.log(`${path}: ${megabytes(bytes)}`)
    if (keep !== undefined) await removeOldest(target, keep)
  }
  await tidyOnSignal((signal) =>
    everyMs === undefined
      ? backUpOnce(signal)
      : repeat(() => backUpOnce(signal), everyMs, signal, reportFailure),
  )
})

function reportFailure(error: unknown): void {
  const reason = error instanceof CannotStart ? nameCommands(error.message) : error
  console.error(
    `${new Date().toISOString()}: backing up failed; the next attempt follows after the interval:`,
    reason,
  )
}

function readOptions(args: string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { every: { type: 'string' }, keep: { type: 'string' } },
      allowPositionals: true,
    })
    const [target, ...others] = positionals
    const everyMs = values.every === undefined ? undefined : parseInterval(values.every)
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    const isKeepValid = keep === undefined || (Number.isInteger(keep) && keep > 0)
    if (target !== undefined && others.length === 0 && isKeepValid)
      return { target: resolve(target), everyMs, keep }
  } catch {}
  throw new CannotStart(`Usage: ${USAGE}`)
}

async function backUp(path: string, signal: AbortSignal): Promise<void> {
  const { databaseUrl, visitorSecret, dataDir } = readSiteEnvironment()
  const url = databaseUrl ?? (await findRunningPostgres(dataDir))
  if (url === undefined)
    throw new CannotStart(`no site runs on ${dataDir}; start it with "npm start", or set DATABASE_URL`)
  const site = {
    databaseUrl: url,
    visitorSecret: visitorSecret ?? (await readFile(join(dataDir, 'visitor-secret'), 'utf8')),
    ledgerFolder: join(dataDir, 'ledger'),
  }
  await backUpSite(site, path, readPassphrase(), signal).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new CannotStart(`${path} cannot be written (${error.code})`)
  })
}

function nameFor(time: Date): string {
  return `npc-stream-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** The names sort by time. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => OUR_NAME.test(name)).sort()
  for (const name of names.slice(0, -keep)) await rm(join(folder, name))
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
