import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test-environment.ts'

const START = fileURLToPath(new URL('../../../server/start.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MAX_START_MS = 60_000

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type SiteProcess = {
  pid: number
  ended: Promise<Ended>
  output(): { out: string; err: string }
  /** Resolves with the address when the site is open; rejects if it ends before that. */
  opened: Promise<string>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

const started = new Set<ChildProcess>()
// Also when a benchmark or a test run ends with an error.
process.once('exit', () => {
  for (const child of started) child.kill()
})

/** Stops every site that is still running. */
export async function stopStartedSites(): Promise<void> {
  await Promise.all(
    [...started].map((child) => {
      child.kill()
      return once(child, 'close')
    }),
  )
}

/** The real process, as `npm start` runs it, on a free port. */
export function startSite(variables: Record<string, string>): SiteProcess {
  const child = spawn(process.execPath, [START], {
    cwd: ROOT,
    env: {
      PATH: testEnvironment.path,
      HOME: testEnvironment.home,
      NODE_ENV: 'production',
      PORT: '0',
      RTMP_PORT: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  child.once('close', () => started.delete(child))
  const output = collect(child)
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ended)
  return {
    pid: child.pid ?? 0,
    ended,
    output,
    opened: handled(waitForAddress(child, ended, output)),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

function collect(child: ChildProcess): SiteProcess['output'] {
  const output = { out: '', err: '' }
  child.stdout?.on('data', (text) => {
    output.out += text
  })
  child.stderr?.on('data', (text) => {
    output.err += text
  })
  return () => output
}

async function waitForAddress(
  child: ChildProcess,
  ended: Promise<Ended>,
  output: SiteProcess['output'],
): Promise<string> {
  const hasEnded = ended.then(() => 'ended' as const)
  const deadline = AbortSignal.timeout(MAX_START_MS)
  for (;;) {
    const address = /site\s+(http:\S+)/.exec(output().out)?.[1]
    if (address) return address
    const next = child.stdout
      ? once(child.stdout, 'data', { signal: deadline }).then(() => 'more' as const)
      : hasEnded
    const outcome = await Promise.race([hasEnded, next.catch(() => 'late' as const)])
    if (outcome === 'more') continue
    const { out, err } = output()
    throw new Error(`the site did not open (${outcome}): ${out}${err}${describeProcesses(child.pid)}`)
  }
}

/** The process and its children, with what the kernel does for them: that is what a silent start waits for. */
function describeProcesses(pid: number | undefined): string {
  const whose = ['--pid', `${pid}`, '--ppid', `${pid}`]
  return String(spawnSync('ps', [...whose, '-o', 'pid,stat,wchan:32,etime,args']).stdout)
}

/** A test that expects the start to fail awaits `ended` and never `opened`. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
