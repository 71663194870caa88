import { execFile } from 'node:child_process'
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../settings/cannot-start.server.ts'
import type { PostgresProgram } from './postgres-program.server.ts'

/** How to run a program that refuses to be root: what stands before it, and who owns its files. */
export type Launch = { prefix: string[]; owner: { uid: number; gid: number } | undefined }

const NOBODY = 65534
const OTHERS_MAY_ENTER = 0o001
const IN_USER_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

const run = promisify(execFile)

/**
 * Root's folders are often closed to everyone else, so another uid could not even reach the program. Inside a user
 * namespace the process is not root and still opens root's files; only where namespaces are off is the uid switched.
 */
export async function chooseLaunch({ postgres, env }: PostgresProgram, folder: string): Promise<Launch> {
  if (process.getuid?.() !== 0) return { prefix: [], owner: undefined }

  const asRootsNobody: Launch = { prefix: IN_USER_NAMESPACE, owner: { uid: 0, gid: 0 } }
  if (await succeeds(run(...commandLine(asRootsNobody, postgres, ['--version']), { env })))
    return asRootsNobody

  const asNobody: Launch = { prefix: [], owner: { uid: NOBODY, gid: NOBODY } }
  await chmod(folder, (await stat(folder)).mode | OTHERS_MAY_ENTER)
  const reach = ['-c', 'cd "$0" && "$1" --version', folder, postgres]
  if (await succeeds(run('/bin/sh', reach, { env, ...asNobody.owner }))) return asNobody

  throw new CannotStart(
    'PostgreSQL refuses to run as root, and here neither user namespaces nor another user can run it: ' +
      'start as an ordinary user, or set DATABASE_URL',
  )
}

export function commandLine({ prefix }: Launch, file: string, args: string[]): [string, string[]] {
  const [command = file, ...rest] = [...prefix, file, ...args]
  return [command, rest]
}

/** After a change of launch the files may still be the former owner's. */
export async function giveTo(owner: Launch['owner'], folder: string): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(join(folder, entry), owner.uid, owner.gid)
  await lchown(folder, owner.uid, owner.gid)
}

async function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}
