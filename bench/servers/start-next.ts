import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installIn, runIn } from '../../scripts/support/in-folder.ts'

const FOLDER = fileURLToPath(new URL('../peers/next', import.meta.url))
const MAX_START_MS = 60_000

/** Next.js with a page of the same content, once rendered at build time and once per request. */
export async function startNext() {
  installIn(FOLDER)
  runIn(FOLDER, 'npm', ['run', 'build'])
  const child = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-p', '0', '-H', '127.0.0.1'],
    {
      cwd: FOLDER,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await addressOf(child.stdout)
  const pid = child.pid ?? 0
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  return [
    { name: 'Next.js, static page', url: `${url}/`, pid, stop },
    { name: 'Next.js, dynamic page', url: `${url}/dynamic`, pid, stop },
  ]
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  const signal = AbortSignal.timeout(MAX_START_MS)
  for (;;) {
    const [chunk] = await once(stdout, 'data', { signal })
    text += chunk
    const address = /Local:\s+(http:\S+)/.exec(text)?.[1]
    if (address && text.includes('Ready')) return address
  }
}
