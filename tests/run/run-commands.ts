import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from '../support/site/test-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Run = (command: string, args: string[], variables?: Record<string, string>) => Promise<void>

/** Runs commands one after another until one fails. */
export async function runCommands(commands: (run: Run) => Promise<void>): Promise<void> {
  try {
    await commands(run)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function run(command: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  const line = `${command} ${args.join(' ')}`
  console.log(`\n== ${line.length > 200 ? `${line.slice(0, 200)} …` : line}`)
  const env = { ...testEnvironment.all, ...variables }
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${line} failed`)
}
