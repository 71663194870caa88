import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// Stryker mutates the pure rules and reports the mutants that no test catches.
run('npm', 'ci', '--prefix', 'tests/mutation')
run(
  process.execPath,
  'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js',
  'run',
  'tests/mutation/stryker.config.json',
)
