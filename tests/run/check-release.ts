import { execFile } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { VERSION } from '../../server/version.ts'
import { makeBareDebian, runIsolated } from '../support/bare/bare-debian.ts'
import { checkListing, nativeProgramsOf } from '../support/bare/check-listing.ts'

const USAGE = 'npm run check:release, after npm run release; tries the archives in a bare Debian, as root'
const ARCHIVES = fileURLToPath(new URL('../../release/', import.meta.url))
const INSIDE = fileURLToPath(new URL('check-release-inside.ts', import.meta.url))
const BACKUP = join(ARCHIVES, `${VERSION}.backup`)
const ELF_MACHINE_AT = 18
const ELF_MACHINES: Record<string, number> = { 'linux-x64': 62, 'linux-arm64': 183 }

const run = promisify(execFile)

function archiveOf(platform: string): string {
  return join(ARCHIVES, `npc-stream-${VERSION}-${platform}.tar.gz`)
}

async function checkContent(platform: string): Promise<void> {
  const { stdout } = await run('tar', ['--list', '--file', archiveOf(platform)], { maxBuffer: 1e8 })
  const paths = stdout.split('\n').map((path) => path.slice(path.indexOf('/') + 1))
  const problems = checkListing(paths, platform)
  if (problems.length > 0) throw new CannotStart(`${platform}: ${problems.slice(0, 20).join('\n')}`)
  for (const path of nativeProgramsOf(platform)) await checkMachine(platform, path)
  console.log(`${platform}: ${paths.length} files, nothing is missing, unwanted, or for another processor.`)
}

/** A program names its processor in its header. */
async function checkMachine(platform: string, path: string): Promise<void> {
  const member = `npc-stream-${VERSION}-${platform}/${path}`
  const args = ['--extract', '--to-stdout', '--file', archiveOf(platform), member]
  const { stdout } = await run('tar', args, { encoding: 'buffer', maxBuffer: 1e9 })
  if (stdout.readUInt16LE(ELF_MACHINE_AT) !== ELF_MACHINES[platform])
    throw new CannotStart(`${path} is not a program for ${platform}`)
}

async function checkStart(platform: string): Promise<void> {
  const debian = await makeBareDebian()
  try {
    const folder = join(debian.root, 'opt', 'npc-stream')
    await mkdir(folder)
    await run('tar', ['-xf', archiveOf(platform), '--strip-components=1', '-C', folder])
    if (!(await runIsolated(INSIDE, [debian.root])))
      throw new CannotStart('the release does not work, see above')
    await copyFile(join(debian.root, 'srv', 'site.backup'), BACKUP)
    console.log(`${BACKUP} is a small site of this version; it belongs into tests/fixtures/releases/.`)
  } finally {
    await debian.remove()
  }
}

await runScript(USAGE, async () => {
  for (const platform of Object.keys(ELF_MACHINES)) await checkContent(platform)
  await checkStart(`linux-${process.arch}`)
})
