import { resolve } from 'node:path'
import { createLog } from '../app/platform/logging/logging.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { openBackup, restoreFolder, restoreServer } from '../server/backup/restore-site.ts'
import { nameCommands } from '../server/release.ts'
import { runScript } from './support/run-script.ts'
import { isSet, readPassphrase, readSiteEnvironment } from './support/site-database.ts'
import { tidyOnSignal } from './support/tidy-on-signal.ts'

const USAGE = 'npm run restore -- FILE; fills a new DATA_DIR, or the empty database of DATABASE_URL'

// Makes a site from a backup. The site must not run.
await runScript(USAGE, async (args) => {
  const [file, ...others] = args
  if (file === undefined || others.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  await tidyOnSignal((signal) => restore(resolve(file), signal))
})

async function restore(file: string, signal: AbortSignal): Promise<void> {
  const backup = await openBackup(file, readPassphrase(), signal)
  const { visitorSecret } = backup.site
  const environment = readSiteEnvironment(isSet('VISITOR_SECRET') ? {} : { VISITOR_SECRET: visitorSecret })
  if (environment.visitorSecret !== visitorSecret)
    throw new CannotStart(
      'VISITOR_SECRET is not that of the backup, so everybody could vote again; unset it to get the one of the backup',
    )
  const { databaseUrl, dataDir } = environment
  if (databaseUrl === undefined) {
    await restoreFolder(backup, dataDir, createLog('error'))
    console.log(nameCommands(`${dataDir} is restored; start the site with "npm start".`))
    return
  }
  await restoreServer(backup, databaseUrl, dataDir)
  console.log(
    `The database of DATABASE_URL is restored. Set VISITOR_SECRET to the text in ${dataDir}/visitor-secret.`,
  )
}
