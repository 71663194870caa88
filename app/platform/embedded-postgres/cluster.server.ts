import { execFile } from 'node:child_process'
import { lchown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../settings/cannot-start.server.ts'
import type { PostgresProgram } from './postgres-program.server.ts'
import { commandLine, giveTo, type Launch } from './unprivileged.server.ts'

type Tools = { program: PostgresProgram; launch: Launch }

export const DATABASE_USER = 'npc_stream'

const UNFINISHED = 'postgres.new-'

const run = promisify(execFile)

/** The folder with the database's files, created at the first start; a start that is killed leaves no half of one. */
export async function prepareCluster(parent: string, password: string, tools: Tools): Promise<string> {
  const cluster = join(parent, 'postgres')
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) await createCluster(parent, cluster, password, tools)
  else await assertSameVersion(cluster, version.trim(), tools)
  await giveTo(tools.launch.owner, cluster)
  return cluster
}

async function createCluster(parent: string, cluster: string, password: string, tools: Tools): Promise<void> {
  const { program, launch } = tools
  await removeUnfinished(parent)
  const unfinished = await mkdtemp(join(parent, UNFINISHED))
  const passwordFile = `${unfinished}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (launch.owner) await lchown(passwordFile, launch.owner.uid, launch.owner.gid)
  await giveTo(launch.owner, unfinished)
  try {
    await runUnprivileged(tools, program.initdb, [
      ...['--pgdata', unfinished, '--username', DATABASE_USER, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
    ])
  } catch (error) {
    throw new CannotStart(
      `the embedded PostgreSQL could not be set up: ${lastLine((error as Error).message)}`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, cluster)
}

/** initdb of a killed start may still be running in its folder, so each start uses a new one. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent))
    if (name.startsWith(UNFINISHED))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
}

async function assertSameVersion(cluster: string, version: string, tools: Tools): Promise<void> {
  const { stdout } = await runUnprivileged(tools, tools.program.postgres, ['--version'])
  const major = /\d+/.exec(stdout)?.[0]
  if (major === version) return
  throw new CannotStart(
    `${cluster} was made by PostgreSQL ${version}, this is ${major}; write a backup with the version of NPC Stream ` +
      'that made it, and restore it with this one into a new DATA_DIR',
  )
}

function runUnprivileged({ program, launch }: Tools, file: string, args: string[]) {
  return run(...commandLine(launch, file, args), { env: program.env, ...launch.owner })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
