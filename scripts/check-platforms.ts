import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { installFor } from './support/install-for.ts'
import {
  describePlatform,
  listNativeFamilies,
  listWithoutIntegrity,
  type Platform,
  packagesFor,
  readLockFile,
  SUPPORTED_PLATFORMS,
} from './support/lock-file.ts'
import { runScript } from './support/run-script.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const PING_MS = 10_000

/** Installs the lock file for each supported platform and checks that every native package is present. */
async function checkPlatforms(): Promise<string[]> {
  const lock = await readLockFile()
  const problems = listWithoutIntegrity(lock).map((path) => `${path} has no integrity in package-lock.json`)
  if (!(await isRegistryReachable())) {
    console.log('check:platforms is skipped: the npm registry does not answer')
    return problems
  }
  for (const platform of SUPPORTED_PLATFORMS) {
    const startedAt = performance.now()
    problems.push(...(await checkPlatform(platform, lock)))
    console.log(`${describePlatform(platform)}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  return problems
}

async function checkPlatform(
  platform: Platform,
  lock: Awaited<ReturnType<typeof readLockFile>>,
): Promise<string[]> {
  const folder = await temporaryFolder()
  try {
    if (!(await installFor(platform, folder.path)))
      return [`npm ci fails for ${describePlatform(platform)}, see above`]
    const families = listNativeFamilies(lock)
    const missing = await Promise.all(
      families.map(async (family) => {
        const [path] = packagesFor(family, platform)
        return path !== undefined && (await hasFiles(join(folder.path, path))) ? [] : [family.name]
      }),
    )
    const problems = missing.flat().map((name) => `${name} is missing on ${describePlatform(platform)}`)
    return (await hasOwnNode(folder.path))
      ? problems
      : [...problems, `node_modules/.bin/node is missing on ${describePlatform(platform)}`]
  } finally {
    await folder.remove()
  }
}

async function isRegistryReachable(): Promise<boolean> {
  return succeeds(spawn('npm', ['ping'], { stdio: 'ignore', timeout: PING_MS }))
}

async function succeeds(child: ReturnType<typeof spawn>): Promise<boolean> {
  const [code] = await once(child, 'exit')
  return code === 0
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 1
}

/** The link that puts the project's own Node.js first in every npm script. */
async function hasOwnNode(folder: string): Promise<boolean> {
  const link = join(folder, 'node_modules', '.bin', 'node')
  return access(link).then(
    async () => (await realpath(link)).includes('/node_modules/node-'),
    () => false,
  )
}

await runScript('npm run check:platforms; installs the lock file for each supported platform', async () => {
  const problems = await checkPlatforms()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
})
