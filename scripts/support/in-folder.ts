import { spawnSync } from 'node:child_process'

/** Runs a command there to its end; all it says goes to stderr, which leaves stdout to the table. */
export function runIn(folder: string, command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}`)
}

/** What only a bench needs is installed when it runs, not with the product. */
export function installIn(folder: string): void {
  runIn(folder, 'npm', ['install', '--no-package-lock', '--ignore-scripts'])
}
