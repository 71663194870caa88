import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { BackedUpSite, BackupEntry } from '../../app/platform/backup/backup-entries.server.ts'
import { readBackup } from '../../app/platform/backup/backup-file.server.ts'
import { startEmbeddedPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { makeFolder, openDataFolder, writeDurably } from '../../app/platform/files/data-folder.server.ts'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { openTogether } from '../resources/open-together.ts'
import { restoreDatabase } from './restore-database.ts'

const VISITOR_SECRET = 'visitor-secret'

export type Backup = { site: BackedUpSite; entries: AsyncGenerator<BackupEntry> }

export async function openBackup(
  path: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<Backup> {
  const entries = await readBackup(path, passphrase, signal)
  const { value: first } = await entries.next()
  if (first?.head.kind !== 'site') throw new CannotStart(`${path} is not a backup of a site`)
  for await (const _ of first.data);
  return { site: first.head, entries }
}

/** Makes the data folder of a site with an embedded database; it appears under its name when it is whole. */
export async function restoreFolder({ site, entries }: Backup, dataDir: string, log: Log): Promise<void> {
  await assertVacant(dataDir)
  await makeFolder(dirname(dataDir))
  const unfinished = await mkdtemp(join(dirname(dataDir), `.${basename(dataDir)}-restoring-`))
  try {
    const { close } = await openTogether(async (keep) => {
      const folder = keep(await openDataFolder(unfinished))
      const postgres = keep(await startEmbeddedPostgres(folder, log))
      await restoreDatabase(postgres.url, site, entries, await makeLedgerFolder(unfinished))
      await writeDurably(join(unfinished, VISITOR_SECRET), site.visitorSecret)
      return {}
    })
    await close()
    await rmdir(dataDir).catch(() => {})
    await rename(unfinished, dataDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Fills the empty database of a server; the data folder gets what is not in the database. */
export async function restoreServer({ site, entries }: Backup, url: string, dataDir: string): Promise<void> {
  await assertVacant(dataDir)
  await makeFolder(dataDir)
  const ledger = await makeLedgerFolder(dataDir)
  const secret = join(dataDir, VISITOR_SECRET)
  try {
    await writeDurably(secret, site.visitorSecret)
    await restoreDatabase(url, site, entries, ledger)
  } catch (error) {
    await Promise.all([ledger, secret].map((path) => rm(path, { recursive: true, force: true })))
    throw error
  }
}

async function assertVacant(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  if (names.length > 0) throw new CannotStart(`${dataDir} is not empty; restore into a new DATA_DIR`)
}

async function makeLedgerFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'ledger')
  await mkdir(folder, { mode: 0o700, recursive: true })
  return folder
}
