import { createLog, type Log } from '../app/platform/logging/logging.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { createApp } from './app.ts'
import { buildIfStale } from './build-site.ts'
import { readEnvironment } from './environment.ts'
import { listen } from './listen.ts'
import { openResources } from './resources/open-resources.ts'
import { publishAddresses } from './resources/site-file.ts'
import { awaitStop, closeApp, type Stopping } from './stopping.ts'

const OWNER_ONLY = 0o077

export async function main(): Promise<void> {
  const stopping = awaitStop()
  // A terminal or a pipe that is gone must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await run(stopping)
    process.exit((await stopping.requested) === 'failure' ? 1 : 0)
  } catch (error) {
    if (!(error instanceof CannotStart)) {
      process.removeAllListeners('uncaughtException')
      throw error
    }
    for (const problem of error.problems) console.error(`NPC Stream cannot start: ${problem}`)
    process.exitCode = 1
  }
}

async function run(stopping: Stopping): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = createLog(environment.logLevel)
  stopAfterUnhandled(stopping, log)
  if (environment.mode === 'production') await buildIfStale()
  process.umask(OWNER_ONLY)
  const { resources, database, ledger, ingest, ingestAddresses, close } = await openResources(
    environment,
    log,
  )
  try {
    const app = await createApp(resources, environment)
    const address = await listen(app, environment)
    const withdraw = await publishAddresses(
      environment.dataDir,
      { site: address, ...ingestAddresses, pid: process.pid },
      log,
    )
    console.log(`NPC Stream is open
  site      ${address}
  database  ${database}
  ledger    ${ledger}
  ingest    ${ingest}`)
    for (const warning of environment.warnings) log.warn(warning)
    const reason = await stopping.requested
    console.log(`NPC Stream is stopping (${reason})`)
    await withdraw()
    await closeApp(app)
  } finally {
    await close()
    log.flush()
  }
  console.log('NPC Stream has stopped')
}

/** The last resort: what nobody handled leaves the process in a state that nobody knows. */
function stopAfterUnhandled(stopping: Stopping, log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'NPC Stream stops after a failure that nobody handled')
    stopping.request('failure')
  })
}
