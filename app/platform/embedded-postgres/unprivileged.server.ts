import { execFile } from 'node:child_process'
import { chmod, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { succeeds } from '../async/succeeds.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'
import type { PostgresProgram } from './postgres-program.server.ts'

/** How to run a program that refuses to run as root: the command before it, and the owner of its files. */
export type Launch = { prefix: string[]; owner: { uid: number; gid: number } | undefined }

const NOBODY = 65534
const OTHERS_MAY_ENTER = 0o001
const IN_USER_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]

const run = promisify(execFile)

/**
 * Root's folders are often closed to other users, so another uid could not even reach the program. In a user namespace
 * the process is not root, yet opens root's files. The uid is switched only where namespaces are off.
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

/** The files may still belong to the owner of an earlier launch. */
export async function giveTo(owner: Launch['owner'], folder: string): Promise<void> {
  if (owner === undefined || (await stat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(join(folder, entry), owner.uid, owner.gid)
  await lchown(folder, owner.uid, owner.gid)
}
