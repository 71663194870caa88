import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NextRun, startBackgroundTask } from '../async/background-task.server.ts'
import type { Db } from '../database/database.server.ts'
import type { DataFolder } from '../files/data-folder.server.ts'
import { isChildRunning } from '../is-child-running.server.ts'
import { logIfSlow } from '../logging/log-if-slow.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { freePort } from '../network/free-port.server.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'
import { DATABASE_USER, prepareCluster } from './cluster.server.ts'
import { findPostgresProgram, type PostgresProgram } from './postgres-program.server.ts'
import { readPostmaster, stopLeftBehind } from './postmaster-file.server.ts'
import { admitSiteRole, SITE_ROLE } from './site-role.server.ts'
import { chooseLaunch, commandLine, type Launch } from './unprivileged.server.ts'

type Server = { process: ChildProcess; port: number; lastWords(): string }

const OWNER_PASSWORD = 'database-password'
const SITE_PASSWORD = 'database-site-password'
const START_TRIES = 40
const START_RETRY_MS = 250
const READY_POLL_MS = 25
const FAST_STOP_MS = 5_000
const KEPT_LINES = 5
const FOLDER_CHECK_MS = 5_000

/** A PostgreSQL server in the data folder: restarted when it dies, stopped with the site. */
export async function startEmbeddedPostgres(
  folder: DataFolder,
  log: Log,
  findProgram: typeof findPostgresProgram = findPostgresProgram,
) {
  const program = await findProgram(`${folder.path}/postgres-libraries`)
  const launch = await chooseLaunch(program, folder.path)
  const password = await folder.secret(OWNER_PASSWORD)
  const sitePassword = await folder.secret(SITE_PASSWORD)
  const preparing = prepareCluster(folder.path, password, { program, launch })
  const cluster = await logIfSlow(log, 'the files of the embedded PostgreSQL', preparing)
  if ((await stopLeftBehind(cluster)) === 'stopped')
    log.info('stopped a database server left behind by a killed site')

  let server: Server | undefined
  const stopWithUs = () => server?.process.kill('SIGINT')
  process.on('exit', stopWithUs)

  /** The backends of a killed server may hold its shared memory a little longer. */
  async function start(choosePort: () => Promise<number>, signal?: AbortSignal): Promise<Server> {
    for (let tries = 0; tries < START_TRIES && !signal?.aborted; tries += 1) {
      server = spawnServer(program, launch, cluster, await choosePort())
      if (await becomesReady(server.process, cluster)) return server
      await sleep(START_RETRY_MS)
    }
    throw new CannotStart(`the embedded PostgreSQL does not start: ${server?.lastWords()}`)
  }

  const { port } = await logIfSlow(log, 'the embedded PostgreSQL, which may be recovering', start(freePort))

  async function restartOnExit({ signal }: { signal: AbortSignal }): Promise<NextRun> {
    if (server && isChildRunning(server.process)) await once(server.process, 'exit')
    if (signal.aborted || !existsSync(cluster)) return 'idle'
    const lastWords = server?.lastWords()
    log.error({ lastWords }, 'the embedded PostgreSQL ended by itself; starting it again')
    await start(async () => port, signal)
    return { againInMs: 0 }
  }

  const supervision = startBackgroundTask({
    work: restartOnExit,
    log,
    failing: 'the embedded PostgreSQL cannot be started again yet',
    recovered: 'the embedded PostgreSQL runs again',
  })
  const stopChecking = reportRemoval(cluster, folder, log)

  return {
    /** For migrations and administration: the owner of the database and superuser of the server. */
    url: urlOf(DATABASE_USER, password, port),
    /** For the site itself, after `admitSite`. */
    siteUrl: urlOf(SITE_ROLE, sitePassword, port),
    admitSite: (owner: Db) => admitSiteRole(owner, sitePassword),
    folder: cluster,
    close: async () => {
      stopChecking()
      const supervised = supervision.close()
      if (server) await stopServer(server.process)
      await supervised
      if (server) await stopServer(server.process)
      process.off('exit', stopWithUs)
    },
  }
}

function reportRemoval(cluster: string, folder: DataFolder, log: Log): () => void {
  const checking = setInterval(() => {
    if (existsSync(cluster)) return
    clearInterval(checking)
    log.error(
      `DATA_DIR ${folder.path} is gone: nothing can be kept until it is restored and the site started again`,
    )
  }, FOLDER_CHECK_MS)
  return () => clearInterval(checking)
}

/** The URL of a running site's server, with the owner's rights or the site's. */
export async function findRunningPostgres(dataDir: string, as: 'owner' | 'site' = 'owner') {
  const postmaster = await readPostmaster(join(dataDir, 'postgres'))
  const file = as === 'owner' ? OWNER_PASSWORD : SITE_PASSWORD
  const password = await readFile(join(dataDir, file), 'utf8').catch(() => undefined)
  const user = as === 'owner' ? DATABASE_USER : SITE_ROLE
  return postmaster?.isReady && password !== undefined ? urlOf(user, password, postmaster.port) : undefined
}

function urlOf(user: string, password: string, port: number): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
}

function spawnServer(program: PostgresProgram, launch: Launch, cluster: string, port: number): Server {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'log_timezone=UTC',
    'timezone=UTC',
  ]
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(...commandLine(launch, program.postgres, args), {
    env: program.env,
    ...launch.owner,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in the terminal must not end the database before the requests in progress.
    detached: true,
  })
  const lines: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter(Boolean))
    lines.splice(0, lines.length - KEPT_LINES)
  })
  child.on('error', (error) => lines.push(error.message))
  return { process: child, port, lastWords: () => lines.join(' | ') }
}

async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  child.once('exit', end).once('error', end)
  while (!hasEnded) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.isReady && postmaster.pid === child.pid) return true
    await sleep(READY_POLL_MS)
  }
  return false
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (!isChildRunning(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const isInTime = await Promise.race([ended.then(() => true), sleep(FAST_STOP_MS, false, { ref: false })])
  if (!isInTime) child.kill('SIGQUIT')
  await ended
}
