import { CannotStart } from '../app/platform/cannot-start.server.ts'
import { readEnvironment } from '../app/platform/environment.server.ts'
import { createLog } from '../app/platform/logging.server.ts'
import { createApp } from './app.ts'
import { closeOnSignal } from './close-on-signal.ts'
import { listen } from './listen.ts'
import { openResources } from './open-resources.ts'

export async function main(): Promise<void> {
  try {
    await start()
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    console.error(`NPC Stream cannot start: ${error.message}`)
    process.exitCode = 1
  }
}

async function start(): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = createLog(environment.logLevel)
  const { resources, database, close } = await openResources(environment, log)
  try {
    const app = await createApp(resources, environment)
    const address = await listen(app, environment)
    closeOnSignal(app, close, log)
    console.log(`NPC Stream is open
  site      ${address}
  database  ${database}`)
  } catch (error) {
    await close()
    throw error
  }
}
