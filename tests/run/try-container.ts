import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../app/platform/embedded-postgres/postgres-program.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { findBuildah, findMmdebstrap, findOrInstall } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { VERSION } from '../../server/version.ts'
import { runIsolated } from '../support/bare/bare-debian.ts'

const USAGE =
  'npm run try:container, after npm run release, as root; builds the image and runs it on a read-only root'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ARCHIVE = join(ROOT, 'release', `npc-stream-${VERSION}-linux-${process.arch}.tar.gz`)
const INSIDE = fileURLToPath(new URL('try-container-inside.ts', import.meta.url))

const run = promisify(execFile)

/** Images and containers in a folder of their own, for kernels on which overlays cannot be mounted. */
async function useStorage(folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'storage.conf')
  const lines = ['driver = "vfs"', `graphroot = "${folder}/images"`, `runroot = "${folder}/run"`]
  await writeFile(file, `[storage]\n${lines.join('\n')}\n`)
  return { PATH: SYSTEM_PATH, HOME: folder, CONTAINERS_STORAGE_CONF: file, BUILDAH_ISOLATION: 'chroot' }
}

await runScript(USAGE, async () => {
  findOrInstall(findMmdebstrap, 'mmdebstrap')
  const buildah = findOrInstall(findBuildah, 'buildah')
  const folder = await temporaryFolder()
  const env = await useStorage(folder.path)
  const ask = async (...args: string[]) => (await run(buildah, args, { env })).stdout.trim()
  try {
    await run(join(ROOT, 'deploy/build-container.sh'), [ARCHIVE], { env, maxBuffer: 1e8 })
    const container = await ask('from', '--pull-never', 'npc-stream')
    const { OCIv1: image } = JSON.parse(await ask('inspect', container))
    const root = await ask('mount', container)
    const isWorking = await runIsolated(INSIDE, [
      root,
      JSON.stringify(image.config),
      join(folder.path, 'volume'),
    ])
    await ask('rm', container)
    if (!isWorking) throw new CannotStart('the container does not work, see above')
  } finally {
    await folder.remove()
  }
})
