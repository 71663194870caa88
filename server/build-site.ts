import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lockFile } from '../app/platform/files/file-lock.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { IS_RELEASE } from './release.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILD = join(ROOT, 'build')
const FINGERPRINT = join(BUILD, 'fingerprint')
/** Beside the folder, not inside: a build starts by emptying it. */
const LOCK = join(ROOT, 'build.lock')
const INPUT_FOLDERS = ['app', 'public']
const INPUT_FILES = ['package-lock.json', 'vite.config.ts', 'server/build-site.ts']
const WORTH_COMPRESSING = new Set(['.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest'])
const MAX_LOCK_WAIT_MS = 300_000
const LOCK_POLL_MS = 100

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Builds if the sources have changed since the last complete build; processes that start together build once. */
export async function buildIfStale(): Promise<void> {
  if (IS_RELEASE) return
  const fingerprint = await fingerprintInputs()
  if (await isBuilt(fingerprint)) return
  const unlock = await waitForLock()
  try {
    if (await isBuilt(fingerprint)) return
    console.log('Building the site')
    // Until it is complete, what is there belongs to no sources.
    await rm(FINGERPRINT, { force: true })
    await runBuild()
    await Promise.all(['client', 'desk'].map((part) => precompress(join(BUILD, part))))
    await writeFile(FINGERPRINT, fingerprint)
  } finally {
    unlock()
  }
}

async function waitForLock(): Promise<() => void> {
  for (let waitedMs = 0; waitedMs < MAX_LOCK_WAIT_MS; waitedMs += LOCK_POLL_MS) {
    const unlock = lockFile(LOCK)
    if (unlock) return unlock
    if (waitedMs === 0) console.log('Waiting for another process that builds the site')
    await sleep(LOCK_POLL_MS)
  }
  throw new CannotStart('another process has been building the site for too long')
}

async function isBuilt(fingerprint: string): Promise<boolean> {
  return (await readFile(FINGERPRINT, 'utf8').catch(() => '')) === fingerprint
}

async function fingerprintInputs(): Promise<string> {
  const folders = await Promise.all(INPUT_FOLDERS.map((folder) => filesBelow(join(ROOT, folder))))
  const hash = createHash('sha256')
  for (const path of [...INPUT_FILES.map((file) => join(ROOT, file)), ...folders.flat().sort()])
    hash.update(path.slice(ROOT.length)).update(await readFile(path))
  return hash.digest('hex')
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
  return files.map((entry) => join(entry.parentPath, entry.name))
}

async function runBuild(): Promise<void> {
  // Also under a test runner with its own NODE_ENV: this is the site that visitors get.
  const child = spawn('env', ['NODE_ENV=production', process.execPath, viteCli(), 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C reaches only us, and we end the build.
    detached: true,
  })
  const stopWithUs = () => child.kill()
  process.on('exit', stopWithUs)
  const output: string[] = []
  child.stdout.on('data', (text) => output.push(String(text)))
  child.stderr.on('data', (text) => output.push(String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', stopWithUs)
  if (code !== 0) throw new CannotStart(`the site could not be built\n${output.join('')}`)
}

function viteCli(): string {
  const resolve = createRequire(import.meta.url).resolve
  try {
    return join(dirname(resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    throw new CannotStart(
      'the site is not built and its build tools are not installed; run "npm ci" without --omit',
    )
  }
}

async function precompress(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => WORTH_COMPRESSING.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${file}.br`, await compressBrotli(bytes, { params }))
      await writeFile(`${file}.gz`, await compressGzip(bytes, { level: 9 }))
    }),
  )
}
