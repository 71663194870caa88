import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandInRoot } from './bare-debian.ts'
import { readUnit } from './unit-file.ts'

const RESTART_MS = 2_000

const run = promisify(execFile)

/**
 * Starts and stops the services of a root that is not booted, by their own unit files, as far as our lines need it. A
 * service that ends by itself is started again. `others` are the services of Debian.
 */
export function fakeSystemctl(root: string, others: Record<string, () => Promise<void>>) {
  const running = new Map<string, ChildProcess>()

  async function start(name: string): Promise<void> {
    if (others[name]) return others[name]()
    // A timer waits for its hour.
    if (!name.endsWith('.service') || running.has(name)) return
    const { command, user, folder, variables, stateFolders } = await readUnit(root, name)
    for (const state of stateFolders)
      await run('chroot', [root, 'install', '-d', '-m', '0700', '-o', user, '-g', user, `/var/lib/${state}`])
    const place = { root, user: `${user}:${user}`, folder, variables }
    const child = spawn(...commandInRoot(place, command), { stdio: 'inherit' })
    if (name.endsWith('-backup.service')) {
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${name} failed`)
      return
    }
    running.set(name, child)
    child.once('exit', async () => {
      if (running.get(name) !== child) return
      await sleep(RESTART_MS)
      if (running.get(name) !== child) return
      running.delete(name)
      await start(name)
    })
  }

  async function stop(name: string): Promise<void> {
    const child = running.get(name)
    running.delete(name)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async function restart(name: string): Promise<void> {
    await stop(name)
    await start(name)
  }

  const verbs: Record<string, (name: string) => Promise<void>> = {
    enable: start,
    start,
    stop,
    restart,
    reload: start,
  }

  return {
    /** With the arguments of a line like `systemctl restart npc-stream.service`. */
    async run([verb = '', ...args]: string[]): Promise<void> {
      if (verb === 'daemon-reload') return
      const act = verbs[verb]
      if (act === undefined) throw new Error(`systemctl ${verb} is not known here`)
      for (const name of args.filter((arg) => !arg.startsWith('--'))) await act(name)
    },
    kill: (name: string) => running.get(name)?.kill('SIGKILL'),
  }
}
