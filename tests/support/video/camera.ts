import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RunningSite } from '../site/running-site.ts'
import { testEnvironment } from '../site/test-environment.ts'

const CAMERA = fileURLToPath(new URL('../../../scripts/camera.ts', import.meta.url))

type Stage = Pick<RunningSite, 'dataDir' | 'databaseUrl'>

function environmentOf({ dataDir, databaseUrl }: Stage): Record<string, string> {
  return {
    PATH: testEnvironment.path,
    HOME: testEnvironment.home,
    DATA_DIR: dataDir,
    ...(testEnvironment.databaseServer && { DATABASE_URL: databaseUrl, VISITOR_SECRET: 'for tests only' }),
  }
}

/** `npm run camera`, as a process of its own. */
export function startCamera(
  { rtmpPort, ...stage }: Stage & Pick<RunningSite, 'rtmpPort'>,
  ...args: string[]
): ChildProcess {
  const env = { ...environmentOf(stage), RTMP_PORT: String(rtmpPort) }
  return spawn(process.execPath, [CAMERA, ...args], { env, stdio: 'ignore' })
}

/** The same as a person runs it: what it prints, until it ends or says that it is on air. */
export async function runCamera(stage: Stage, variables: Record<string, string>, ...args: string[]) {
  const env = { ...environmentOf(stage), ...variables }
  const camera = spawn(process.execPath, [CAMERA, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(camera, 'close')
  let printed = ''
  const onAir = new Promise<void>((resolve) => {
    for (const stream of [camera.stdout, camera.stderr])
      stream.on('data', (text) => {
        printed += text
        if (printed.includes('On air')) resolve()
      })
  })
  await Promise.race([onAir, ended])
  return {
    camera,
    printed: () => printed,
    /** Undefined while it runs. */
    code: camera.exitCode ?? undefined,
  }
}

export async function kill(camera: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (camera.exitCode !== null || camera.signalCode !== null) return
  const ended = once(camera, 'exit')
  camera.kill(signal)
  await ended
}
