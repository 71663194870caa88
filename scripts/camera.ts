import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SHOWN_NPC_ID } from '../app/features/live/contract.ts'
import { CannotStart } from '../app/platform/cannot-start.server.ts'
import { loopClip } from './camera/clip-source.ts'
import { clockPicture } from './camera/clock-source.ts'
import { PublishingRefused, publishFrames } from './camera/publish-frames.ts'
import { ingestAddresses } from './ingest-addresses.ts'
import { makeKeyFor, NoSuchNpc } from './make-key.ts'
import { readSiteEnvironment, withSiteDatabase } from './site-database.ts'

const USAGE =
  'npm run camera -- [--clock] [--file clip.flv] [--npc 1] [--server rtmp://localhost:1935/live] [--key …]'
const CLIP = fileURLToPath(new URL('../media/camera.flv', import.meta.url))
const TRY_AGAIN_MS = 2_000

function readWishes(args: string[]) {
  const options = {
    clock: { type: 'boolean', default: false },
    file: { type: 'string', default: CLIP },
    npc: { type: 'string', default: SHOWN_NPC_ID },
    server: { type: 'string' },
    key: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch {
    throw new CannotStart(`Usage: ${USAGE}`)
  }
}

/** As OBS does it: when the line breaks it comes back by itself. It makes way for whoever has the key and comes later. */
async function publish(wishes: ReturnType<typeof readWishes>, signal: AbortSignal): Promise<void> {
  const environment = readSiteEnvironment()
  const server = wishes.server ?? ingestAddresses(environment)[0]
  const script = { npcId: wishes.npc, holder: 'script', isReplaced: false } as const
  let key = wishes.key
  while (!signal.aborted) {
    try {
      key ??= await withSiteDatabase(environment, (db) => makeKeyFor({ db }, script))
      const frames = wishes.clock ? clockPicture(signal) : loopClip(wishes.file, signal)
      await publishFrames(server, key ?? '', frames, () => console.log(`On air at ${server}`))
    } catch (error) {
      if (error instanceof NoSuchNpc) throw error
      console.error(error instanceof Error ? error.message : error)
      if (error instanceof PublishingRefused && error.isTakenOver) return
      // A key of our own is forgotten after a day.
      if (error instanceof PublishingRefused) key = wishes.key
    }
    await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {})
  }
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

try {
  await publish(readWishes(process.argv.slice(2)), stopping.signal)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
