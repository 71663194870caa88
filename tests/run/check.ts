import { runCommands } from './run-commands.ts'

// The checks that need neither a whole site nor a browser; each of the first three uses one processor alone.
await runCommands(async (run) => {
  await Promise.all([
    run('tsc', []),
    run('depcruise', [
      '--config',
      '.dependency-cruiser.mjs',
      'app',
      'server',
      'scripts',
      'tests',
      'db',
      'bench',
    ]),
    run('knip', []),
  ])
  await run('vitest', ['run', '--project', 'unit', '--project', 'memory'])
})
