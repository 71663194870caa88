import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { processesOf } from '../site/processes.ts'
import { testEnvironment } from '../site/test-environment.ts'

export type Programs = {
  folder: string
  start(command: string, args: string[], variables?: Record<string, string>): Program
  /** Ends the programs and all that they have started. */
  close(): Promise<void>
}

export type Program = { child: ChildProcess; output(): string }

/** Programs that have a home of their own, by which their processes are found again. */
export async function openPrograms(): Promise<Programs> {
  const folder = await temporaryFolder()
  const endNow = () => killAllOf(folder.path)
  process.once('exit', endNow)
  return {
    folder: folder.path,
    start(command, args, variables = {}) {
      const env = { PATH: testEnvironment.path, HOME: folder.path, ...variables }
      const child = spawn(command, args, { env, cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          output += text
        })
      return { child, output: () => output }
    },
    async close() {
      while (killAllOf(folder.path) > 0) await sleep(20)
      process.off('exit', endNow)
      await folder.remove()
    },
  }
}

function killAllOf(folder: string): number {
  const found = processesOf(folder)
  for (const { pid } of found)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  return found.length
}
