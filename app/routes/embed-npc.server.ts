import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { findPlayback } from '../features/live/find-playback.ts'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { watchedNpc } from '../features/live/watched/watched-npc.ts'
import { LIVE_NPC_ID } from '../features/npcs/contract.ts'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import type { Rendering, Resources } from '../resources.ts'

export type EmbedNpcData = Awaited<ReturnType<typeof loadEmbedNpc>>

export async function loadEmbedNpc({ db, playbacks }: Resources, { read }: Rendering) {
  const [stream, npcs] = await Promise.all([
    read(() => findStream({ db }, LIVE_NPC_ID)),
    read(() => listNpcs({ db })),
  ])
  return {
    stream: stream ?? NEVER_PUBLISHED,
    playback: findPlayback(playbacks, LIVE_NPC_ID),
    watched: npcs && watchedNpc(npcs),
  }
}
