import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { findPlayback } from '../features/live/find-playback.ts'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { LIVE_NPC_ID } from '../features/npcs/contract.ts'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { carriedFacts } from '../features/roadmap/facts.ts'
import { findRoadmap } from '../features/roadmap/roadmap-store.server.ts'
import type { Rendering, Resources } from '../resources.ts'

export type HomeData = Awaited<ReturnType<typeof loadHome>>

export async function loadHome({ db, hasDesk, playbacks }: Resources, { read }: Rendering) {
  const [npcs, stream, roadmap] = await Promise.all([
    read(() => listNpcs({ db })),
    read(() => findStream({ db }, LIVE_NPC_ID)),
    read(() => findRoadmap({ db })),
  ])
  return {
    npcs,
    stream: stream ?? NEVER_PUBLISHED,
    playback: findPlayback(playbacks, LIVE_NPC_ID),
    roadmap: carriedFacts(roadmap, hasDesk),
  }
}
