import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ingestAddresses } from '../app/features/live/ingest/ingest-addresses.server.ts'
import { LIVE_NPC_ID } from '../app/features/npcs/contract.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import type { Environment } from '../server/environment.ts'
import { loopClip } from './camera/clip-source.ts'
import { clockVideo } from './camera/clock-source.ts'
import { PublishRejected, publishFrames } from './camera/publish-frames.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { makeKeyFor, NoSuchNpc } from './support/make-key.ts'
import { readSiteEnvironment, readStreamKey, withSiteDatabase } from './support/site-database.ts'

const USAGE =
  '[STREAM_KEY=…] npm run camera -- [--clock] [--file clip.flv] [--speed 1] [--npc 1] [--server rtmp://localhost:1935/live]'
const CLIP = fileURLToPath(new URL('../media/camera.flv', import.meta.url))
const RETRY_MS = 2_000

function readOptions(args: string[]) {
  const options = {
    clock: { type: 'boolean', default: false },
    file: { type: 'string', default: CLIP },
    speed: { type: 'string', default: '1' },
    npc: { type: 'string', default: LIVE_NPC_ID },
    server: { type: 'string' },
    key: { type: 'string' },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const speed = Number(values.speed)
    if (speed > 0) return { ...values, speed }
  } catch {}
  throw new CannotStart(`Usage: ${USAGE}`)
}

type Options = ReturnType<typeof readOptions>

/** Called before each attempt: a restarted site may listen elsewhere. */
async function findServer(options: Options, environment: Environment): Promise<string> {
  if (options.server !== undefined) return options.server
  const running = await findRunningSite(environment.dataDir)
  const [configured] = ingestAddresses(environment)
  const isPortGiven = typeof environment.rtmp.port === 'number' && environment.rtmp.port > 0
  const server = isPortGiven || running === undefined ? configured : (running.rtmp ?? running.rtmps)
  if (server) return server
  throw new CannotStart(
    'the site takes nothing in by RTMP; start it with another RTMP_PORT, or name a --server',
  )
}

/** Once on air it reconnects when the connection breaks, as OBS does, until another publisher takes over. */
async function publish(options: Options, signal: AbortSignal): Promise<void> {
  const environment = readSiteEnvironment()
  const script = { npcId: options.npc, holder: 'script', isReplaced: false } as const
  const givenKey = options.key ?? readStreamKey()
  let key = givenKey
  let wasOnAir = false
  while (!signal.aborted) {
    try {
      key ??= await withSiteDatabase(environment, (db) => makeKeyFor({ db }, script))
      const server = await findServer(options, environment)
      const frames = options.clock ? clockVideo(signal) : loopClip(options.file, signal, options.speed)
      await publishFrames(server, key ?? '', frames, () => {
        wasOnAir = true
        console.log(`On air at ${server}`)
      })
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      if (!wasOnAir || error instanceof NoSuchNpc) throw new CannotStart(sentence)
      console.error(sentence)
      if (error instanceof PublishRejected && error.isTakenOver) return
      // A script's key is valid for a day.
      if (error instanceof PublishRejected) key = givenKey
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
  }
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

try {
  await publish(readOptions(process.argv.slice(2)), stopping.signal)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
