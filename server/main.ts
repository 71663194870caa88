import { createLog, type Log } from '../app/platform/logging/logging.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import type { Resources } from '../app/resources.ts'
import { createApp } from './app.ts'
import { buildIfStale } from './build-site.ts'
import type { openDesk } from './desk/open-desk.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { listen } from './listen.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openResources } from './resources/open-resources.ts'
import { publishSiteAddresses } from './resources/site-addresses.ts'
import { closeApp, listenForShutdown, type Shutdown } from './shutdown.ts'
import { VERSION } from './version.ts'

const OWNER_ONLY = 0o077

export async function main(): Promise<void> {
  const shutdown = listenForShutdown()
  // A terminal or a pipe that is gone must not prevent an orderly shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await run(shutdown)
    process.exit((await shutdown.requested) === 'failure' ? 1 : 0)
  } catch (error) {
    if (!(error instanceof CannotStart)) {
      process.removeAllListeners('uncaughtException')
      throw error
    }
    for (const problem of error.problems) console.error(`NPC Stream cannot start: ${problem}`)
    process.exitCode = 1
  }
}

async function run(shutdown: Shutdown): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = createLog(environment.logLevel)
  stopAfterUnhandled(shutdown, log)
  if (environment.mode === 'production') await buildIfStale()
  process.umask(OWNER_ONLY)
  const { resources, descriptions, ingestAddresses, collectors, close } = await openResources(
    environment,
    log,
  )
  const metrics = openMetrics(environment, collectors)
  const tracing = await openTracing(environment, log)
  let desk: Awaited<ReturnType<typeof openDesk>> | undefined
  let app: Awaited<ReturnType<typeof createApp>> | undefined
  try {
    app = await createApp(resources, environment, { metrics: metrics?.metrics, tracing })
    tracing?.traceDatabase(resources.db)
    const metricsAddress = await metrics?.listen()
    desk = await openDeskIfWanted(resources, environment)
    const address = await listen(app, environment)
    const addresses = { site: address, ...ingestAddresses, desk: desk?.address ?? null, pid: process.pid }
    const withdrawAddresses = await publishSiteAddresses(environment.dataDir, addresses, log)
    const lines = {
      version: VERSION,
      site: address,
      database: descriptions.database,
      ledger: descriptions.ledger,
      ingest: descriptions.ingest,
      metrics: metricsAddress,
      desk: desk?.firstLink ? `${desk.firstLink} makes the first operator, once` : desk?.address,
    }
    const shown = Object.entries(lines).filter(([, line]) => line !== undefined)
    console.log(
      ['NPC Stream is open', ...shown.map(([part, line]) => `  ${part.padEnd(9)} ${line}`)].join('\n'),
    )
    for (const warning of environment.warnings) log.warn(warning)
    const reason = await shutdown.requested
    console.log(`NPC Stream is stopping (${reason})`)
    await withdrawAddresses()
    await closeApp(app)
  } finally {
    await desk?.close()
    // Also if the desk or the metrics could not listen; closing twice does nothing.
    await app?.close()
    metrics?.close()
    await tracing?.close()
    await close()
    log.flush()
  }
  console.log('NPC Stream has stopped')
}

/** Loaded only if somebody receives traces. */
async function openTracing({ otlpEndpoint: endpoint }: Environment, log: Log) {
  if (endpoint === undefined) return undefined
  const tracing = await import('./tracing/open-tracing.ts')
  return tracing.openTracing({ endpoint, log })
}

/** Loaded only if there is a desk. */
async function openDeskIfWanted(resources: Resources, environment: Environment) {
  if (environment.desk.port === undefined) return undefined
  const { openDesk } = await import('./desk/open-desk.ts')
  return openDesk(resources, environment)
}

/** The last resort: after an unhandled error nobody knows the state of the process. */
function stopAfterUnhandled(shutdown: Shutdown, log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'NPC Stream stops after an unhandled failure')
    shutdown.request('failure')
  })
}
