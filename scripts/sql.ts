import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment, withSiteDatabase } from './support/site-database.ts'

const USAGE = `npm run sql -- "update npcs set name = 'Ann' where id = 1"`

// Runs one statement on the site's database, without a database client.
await runScript(USAGE, async (args) => {
  const [statement, ...others] = args
  if (statement === undefined || others.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  await withSiteDatabase(
    readSiteEnvironment(),
    async (db) => {
      const { rows, rowCount, command } = await db.query(statement).catch((error: Error) => {
        throw new CannotStart(error.message)
      })
      if (rows.length > 0) console.table(rows)
      console.log(`${command} ${rowCount ?? ''}`.trim())
    },
    'owner',
  )
})
