import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createBounded } from '../../../platform/async/bounded.ts'
import { createKeyedMutex } from '../../../platform/async/keyed-mutex.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { EncodedAvatar } from '../editing/npc-editing-store.server.ts'
import type { AvatarReport } from './avatar-process.server.ts'
import { recognisePicture } from './recognise-picture.ts'

type Encoding =
  | ({ status: 'encoded' } & EncodedAvatar)
  | { status: 'rejected'; reason: 'format' | 'pixels' | 'broken' | 'slow' }
  | { status: 'busy' }
  | { status: 'unavailable' }

const PROGRAM = fileURLToPath(new URL('./avatar-process.server.ts', import.meta.url))
const TIMEOUT_MS = 10_000
/** The one that is read, and those that wait for it. */
const MAX_WAITING = 4

export type EncodeAvatar = (picture: Buffer) => Promise<Encoding>

/**
 * Reads each picture in a process of its own, one at a time. What a stranger's file does to a decoder, it does not do to
 * the site, and without uploads nothing of it is loaded.
 */
export function createAvatarEncoder({
  log,
  timeoutMs = TIMEOUT_MS,
}: {
  log: Log
  timeoutMs?: number
}): EncodeAvatar {
  const inTurn = createKeyedMutex()
  const bounded = createBounded(MAX_WAITING)

  async function encode(picture: Buffer): Promise<Encoding> {
    const report = await runProcess(picture, timeoutMs)
    if (report.status === 'unavailable') {
      log.error({ cause: report.cause }, 'avatars cannot be encoded on this machine')
      return { status: 'unavailable' }
    }
    if (report.status === 'rejected') return report
    const image = Buffer.from(report.image)
    return { status: 'encoded', hash: createHash('sha256').update(image).digest('hex'), image }
  }

  return async (picture) => {
    if (recognisePicture(picture) === undefined) return { status: 'rejected', reason: 'format' }
    return (await bounded(() => inTurn('avatar', () => encode(picture)))) ?? { status: 'busy' }
  }
}

function runProcess(
  picture: Buffer,
  timeoutMs: number,
): Promise<AvatarReport | { status: 'rejected'; reason: 'slow' }> {
  // Without the site's variables: some of them are secrets.
  const child = fork(PROGRAM, [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve({ status: 'rejected', reason: 'slow' })
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('message', (report: AvatarReport) => resolve(report))
    child.once('error', (error) => resolve({ status: 'unavailable', cause: String(error) }))
    child.once('exit', () => {
      clearTimeout(timer)
      resolve({ status: 'rejected', reason: 'broken' })
    })
    child.send(picture, () => {})
  })
}
