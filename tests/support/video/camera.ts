import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RunningSite } from '../site/running-site.ts'
import { scriptVariables } from '../site/site-variables.ts'
import { fixturePath } from './flv-fixture.ts'

/** For tests that need no more: 320 × 180 cost a browser a ninth of what the usual clip costs. */
export const SMALL_CLIP = ['--file', fixturePath('b-frames-44100')]

const CAMERA = fileURLToPath(new URL('../../../scripts/camera.ts', import.meta.url))

type Stage = Pick<RunningSite, 'dataDir' | 'databaseUrl'>

/** `npm run camera` in a child process. */
export function startCamera(
  { rtmpPort, ...stage }: Stage & Pick<RunningSite, 'rtmpPort'>,
  ...args: string[]
): ChildProcess {
  const env = { ...scriptVariables(stage), RTMP_PORT: String(rtmpPort) }
  return spawn(process.execPath, [CAMERA, ...args], { env, stdio: 'ignore' })
}

/** As above, with what it prints until it ends or is on air. */
export async function runCamera(stage: Stage, variables: Record<string, string>, ...args: string[]) {
  const env = { ...scriptVariables(stage), ...variables }
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
