import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { buildIfStale } from '../server/build-site.ts'
import { VERSION } from '../server/version.ts'
import { isShippedDependency, isShippedSource } from './release/archive-content.ts'
import { installFor } from './support/install-for.ts'
import { describePlatform, type Platform, SUPPORTED_PLATFORMS } from './support/lock-file.ts'
import { runScript } from './support/run-script.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const USAGE = 'npm run release; writes one archive per Linux platform to the ignored folder release/'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'release')

const run = promisify(execFile)

// Unpacked on a machine without npm, compiler or network, ./npc-stream starts the site.
await runScript(USAGE, async (args) => {
  if (args.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  await buildIfStale()
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  const sums: string[] = []
  for (const platform of SUPPORTED_PLATFORMS.filter(({ os }) => os === 'linux')) {
    const archive = await packFor(platform)
    sums.push(`${await sha256(archive)}  ${basename(archive)}\n`)
    console.log(`${relative(ROOT, archive)}: ${((await stat(archive)).size / 1e6).toFixed(0)} MB`)
  }
  await writeFile(join(FOLDER, 'SHA256SUMS'), sums.join(''))
})

async function packFor(platform: Platform): Promise<string> {
  const name = `npc-stream-${VERSION}-${describePlatform(platform)}`
  const scratch = await temporaryFolder()
  try {
    const root = join(scratch.path, name)
    await copySources(root)
    await addDependencies(platform, root, join(scratch.path, 'install'))
    await cp(join(ROOT, 'deploy', 'npc-stream.sh'), join(root, 'npc-stream'))
    await chmod(join(root, 'npc-stream'), 0o755)
    const archive = join(FOLDER, `${name}.tar.gz`)
    await writeArchive(archive, scratch.path, name)
    return archive
  } finally {
    await scratch.remove()
  }
}

/** Only files that Git knows: a working copy contains others. */
async function copySources(root: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: ROOT })
  for (const path of stdout.split('\0').filter(isShippedSource)) await cp(join(ROOT, path), join(root, path))
  await cp(join(ROOT, 'build'), join(root, 'build'), { recursive: true })
}

async function addDependencies(platform: Platform, root: string, scratch: string): Promise<void> {
  await mkdir(scratch)
  if (!(await installFor(platform, scratch, '--omit=dev'))) throw new CannotStart('npm ci failed, see above')
  const modules = join(root, 'node_modules')
  await rename(join(scratch, 'node_modules'), modules)
  const emptied = new Set<string>()
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || isShippedDependency(relative(modules, path))) continue
    await rm(path)
    emptied.add(entry.parentPath)
  }
  for (const folder of emptied) await removeIfEmpty(folder)
}

async function removeIfEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => undefined)
  if (names?.length !== 0) return
  await rm(folder, { recursive: true })
  await removeIfEmpty(dirname(folder))
}

/** The same commit gives the same bytes. */
async function writeArchive(archive: string, folder: string, name: string): Promise<void> {
  const { stdout: committedAt } = await run('git', ['log', '-1', '--format=@%ct'], { cwd: ROOT })
  await run('tar', [
    ...['--create', '--use-compress-program', 'gzip --no-name', '--file', archive],
    ...['--sort=name', `--mtime=${committedAt.trim()}`, '--mode=u+rw,go+r,go-w,a+X'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--directory', folder, name],
  ])
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
