import { CannotStart } from '../app/platform/cannot-start.server.ts'
import { readEnvironment } from '../app/platform/environment.server.ts'
import { createLog } from '../app/platform/logging.server.ts'
import { buildIfStale } from '../scripts/build.ts'
import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { openResources } from './open-resources.ts'
import { closeApp, stopSignal } from './stopping.ts'

export async function main(): Promise<void> {
  const stop = stopSignal()
  try {
    await run(stop)
    process.exit(0)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(`NPC Stream cannot start: ${error.message}`)
    process.exitCode = 1
  }
}

async function run(stop: Promise<void>): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = createLog(environment.logLevel)
  if (environment.mode === 'production') await buildIfStale()
  const { resources, database, ledger, ingest, close } = await openResources(environment, log)
  try {
    const app = await createApp(resources, environment)
    const address = await listen(app, environment)
    console.log(`NPC Stream is open
  site      ${address}
  database  ${database}
  ledger    ${ledger}
  ingest    ${ingest}`)
    await stop
    await closeApp(app)
  } finally {
    await close()
    log.flush()
  }
}
