import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../../app/platform/embedded-postgres/postgres-program.server.ts'
import { findMmdebstrap, findOrInstall } from '../../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'

const run = promisify(execFile)

/** The root of a Debian 12 as it comes from its installer, with these packages and nothing else. */
export async function makeBareDebian(packages: string[] = []) {
  const mmdebstrap = findOrInstall(findMmdebstrap, 'mmdebstrap')
  const folder = await temporaryFolder()
  const root = join(folder.path, 'root')
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  await run(mmdebstrap, ['--quiet', '--variant=minbase', ...include, 'bookworm', root])
  // Debian's installer writes it, mmdebstrap does not.
  await writeFile(join(root, 'etc', 'hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  return { root, remove: folder.remove }
}

/** Runs a program of ours with its own processes, mounts and network, which has nothing but loopback. */
export async function runIsolated(program: string, args: string[]): Promise<boolean> {
  const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell stays, as the first process: it collects orphans that end, which a Node.js would not.
  const start = 'ip link set lo up && "$@"; exit $?'
  const command = ['sh', '-c', start, 'sh', process.execPath, program, ...args]
  const child = spawn('unshare', [...namespaces, ...command], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Inside an isolated program: the kernel's folders, which programs in the root expect. */
export async function mountInto(root: string): Promise<void> {
  await run('mount', ['--bind', '/proc', join(root, 'proc')])
  await run('mount', ['--rbind', '/dev', join(root, 'dev')])
}

export type InRoot = { root: string; user: string; folder: string; variables?: Record<string, string> }

/** The command line that runs a command in the root, as an ordinary user with a clean environment. */
export function commandInRoot(
  { root, user, folder, variables = {} }: InRoot,
  command: string[],
): [string, string[]] {
  const environment = Object.entries({ PATH: SYSTEM_PATH, HOME: '/nonexistent', ...variables })
  const clean = ['env', '-i', ...environment.map(([name, value]) => `${name}=${value}`)]
  const there = ['sh', '-c', 'cd "$0" && exec "$@"', folder, ...command]
  return ['chroot', [`--userspec=${user}`, '--groups=', root, ...clean, ...there]]
}
