import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { findOrInstall, findPebble } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { VERSION } from '../../server/version.ts'
import { makeBareDebian, runIsolated } from '../support/bare/bare-debian.ts'

const USAGE = 'npm run try:deploy, after npm run release; executes docs/deploy.md in a bare Debian, as root'
const ARCHIVES = fileURLToPath(new URL('../../release/', import.meta.url))
const INSIDE = fileURLToPath(new URL('try-deploy-inside.ts', import.meta.url))
const PLATFORM = `linux-${process.arch}`
const NEXT_VERSION = '0.1.1'

const run = promisify(execFile)

/** A later release, with a migration that this one does not know. */
async function packNext(archive: string, target: string): Promise<void> {
  const scratch = await temporaryFolder()
  try {
    const name = `npc-stream-${NEXT_VERSION}-${PLATFORM}`
    const next = join(scratch.path, name)
    await mkdir(next)
    await run('tar', ['-xzf', archive, '--strip-components=1', '-C', next])
    const description = await readFile(join(next, 'package.json'), 'utf8')
    await writeFile(join(next, 'package.json'), description.replace(`"${VERSION}"`, `"${NEXT_VERSION}"`))
    await writeFile(
      join(next, 'db/migrations/9999-next.sql'),
      'create table of_the_next_version (id integer)',
    )
    await run('tar', ['-czf', join(target, `${name}.tar.gz`), '-C', scratch.path, name])
  } finally {
    await scratch.remove()
  }
}

await runScript(USAGE, async () => {
  findOrInstall(findPebble, 'pebble')
  const name = `npc-stream-${VERSION}-${PLATFORM}.tar.gz`
  const debian = await makeBareDebian(['caddy', 'systemd'])
  try {
    const home = join(debian.root, 'root')
    await copyFile(join(ARCHIVES, name), join(home, name))
    await packNext(join(ARCHIVES, name), home)
    if (!(await runIsolated(INSIDE, [debian.root, PLATFORM])))
      throw new CannotStart('the lines of docs/deploy.md do not work, see above')
  } finally {
    await debian.remove()
  }
})
