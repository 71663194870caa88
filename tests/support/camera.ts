import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RunningSite } from './running-site.ts'
import { testEnvironment } from './test-environment.ts'

const CAMERA = fileURLToPath(new URL('../../scripts/camera.ts', import.meta.url))

/** `npm run camera`, as a process of its own. */
export function startCamera(
  { dataDir, databaseUrl, rtmpPort }: Pick<RunningSite, 'dataDir' | 'databaseUrl' | 'rtmpPort'>,
  ...args: string[]
): ChildProcess {
  return spawn(process.execPath, [CAMERA, ...args], {
    env: {
      PATH: testEnvironment.path,
      HOME: testEnvironment.home,
      DATA_DIR: dataDir,
      ...(testEnvironment.databaseServer && { DATABASE_URL: databaseUrl, VISITOR_SECRET: 'for tests only' }),
      RTMP_PORT: String(rtmpPort),
    },
    stdio: 'ignore',
  })
}

export async function kill(camera: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (camera.exitCode !== null || camera.signalCode !== null) return
  const ended = once(camera, 'exit')
  camera.kill(signal)
  await ended
}
