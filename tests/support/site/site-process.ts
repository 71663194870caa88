import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test-environment.ts'

const START = fileURLToPath(new URL('../../../server/start.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const STARTS_WITHIN_MS = 60_000

export type Ended = { code: number | null; signal: NodeJS.Signals | null }

export type SiteProcess = {
  pid: number
  ended: Promise<Ended>
  output(): { out: string; err: string }
  /** Resolves with the address once the site says it is open; rejects when it ends before that. */
  opened: Promise<string>
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

/** The real process, as `npm start` runs it, on a port of its own. */
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
  const isOver = ended.then(() => 'ended' as const)
  const deadline = AbortSignal.timeout(STARTS_WITHIN_MS)
  for (;;) {
    const address = /site\s+(http:\S+)/.exec(output().out)?.[1]
    if (address) return address
    const next = child.stdout
      ? once(child.stdout, 'data', { signal: deadline }).then(() => 'more' as const)
      : isOver
    const what = await Promise.race([isOver, next.catch(() => 'late' as const)])
    if (what !== 'more') throw new Error(`the site did not open (${what}): ${output().out}${output().err}`)
  }
}

/** A test that expects the start to fail looks at `ended` and never at `opened`. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
