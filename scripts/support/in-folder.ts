import { spawnSync } from 'node:child_process'

/** Runs a command in a folder until it ends; its output goes to stderr, because stdout is for results. */
export function runIn(folder: string, command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${folder}`)
}

/** Installs packages that only a benchmark or a test needs, when it runs. */
export function installIn(folder: string): void {
  runIn(folder, 'npm', ['install', '--no-package-lock', '--ignore-scripts'])
}
