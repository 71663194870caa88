import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startDatabaseServer } from '../tests/support/database-server.ts'
import {
  findChromium,
  findDebianPostgres,
  findNginx,
  findNginxRtmpModule,
  findOrInstall,
} from '../tests/support/find-program.ts'
import { testEnvironment } from '../tests/support/test-environment.ts'

/** How pages look does not depend on the database, nor does what never meets it or brings its own: once is enough. */
const JOURNEYS_SAME_ON_ANY_DATABASE = [
  '@appearance',
  'keyboard\\.spec',
  'spec-1-header',
  'not-found\\.spec',
  'error-screen',
  'live\\.spec',
  'spec-2-screens',
  'arriving-in-pieces',
  'live-elsewhere',
]
const TESTS_SAME_ON_ANY_DATABASE = [
  'app/platform/{embedded-ledger,rtmp,fmp4}/**',
  'app/features/live/{packaging,hooks}/**',
  'app/features/live/{receive-stream,live-api,flv-tag}.*',
  '**/verdicts.*',
  '**/solana-api.*',
  'tests/faults/weather.*',
  'tests/faults/donations.*',
  'tests/faults/three-instances.*',
  'tests/faults/going-live.*',
  'tests/faults/nginx-rtmp.*',
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Everything, twice where a database is involved: on the embedded server and on Debian's. */
async function testEverything(): Promise<void> {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findNginx, 'nginx-light')
  findOrInstall(findNginxRtmpModule, 'libnginx-mod-rtmp')
  const debianPostgres = findOrInstall(findDebianPostgres, 'postgresql')

  await run('npm', ['run', 'check'])
  await run('vitest', ['run', '--project', 'faults'])
  await run('playwright', ['test'])

  const server = await startDatabaseServer({ program: debianPostgres })
  try {
    const onServer = { TEST_DATABASE_SERVER: server.url }
    await run(
      'vitest',
      ['run', ...TESTS_SAME_ON_ANY_DATABASE.flatMap((path) => ['--exclude', path])],
      onServer,
    )
    const others = ['--grep-invert', JOURNEYS_SAME_ON_ANY_DATABASE.join('|')]
    await run('playwright', ['test', ...others], onServer)
  } finally {
    await server.close()
  }
}

async function run(command: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  const database = variables.TEST_DATABASE_SERVER ? "Debian's PostgreSQL" : 'embedded PostgreSQL'
  console.log(`\n== ${command} ${args.join(' ')} (${database})`)
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...testEnvironment.all, ...variables },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

try {
  await testEverything()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
