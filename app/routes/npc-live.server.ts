import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { findPlayback } from '../features/live/find-playback.ts'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { watchedNpc } from '../features/live/watched/watched-npc.ts'
import { findMission } from '../features/missions/missions-store.server.ts'
import { LIVE_NPC_ID } from '../features/npcs/contract.ts'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { carriedFacts } from '../features/roadmap/facts.ts'
import { findNextQuest } from '../features/roadmap/milestones.ts'
import { findRoadmap } from '../features/roadmap/roadmap-store.server.ts'
import { monthInTallinn } from '../features/weather/judge-forecast.server.ts'
import { nameMonth } from '../features/weather/name-month.server.ts'
import { describeLiveNews } from '../live-news.server.ts'
import type { Rendering, Resources } from '../resources.ts'

export type NpcLiveData = Awaited<ReturnType<typeof loadNpcLive>>

export async function loadNpcLive(resources: Resources, { language, read }: Rendering) {
  const {
    db,
    hasDesk,
    clock,
    chain,
    publicUrl,
    siteDetails,
    donations: lists,
    weather,
    playbacks,
  } = resources
  const [donations, stream, npcs, roadmap, mission] = await Promise.all([
    read(() => lists.of(LIVE_NPC_ID)),
    read(() => findStream({ db }, LIVE_NPC_ID)),
    read(() => listNpcs({ db })),
    read(() => findRoadmap({ db })),
    hasDesk ? read(() => findMission({ db }, LIVE_NPC_ID)) : undefined,
  ])
  return {
    weather: weather.latest(),
    monthNames: nameMonth(monthInTallinn(clock.now())),
    donations,
    terms: { ...chain.terms, domain: new URL(publicUrl).host },
    stream: stream ?? NEVER_PUBLISHED,
    playback: findPlayback(playbacks, LIVE_NPC_ID),
    watched: npcs && watchedNpc(npcs),
    /** Undefined: nobody can change it. */
    mission: hasDesk ? (mission ?? null) : undefined,
    roadmap: carriedFacts(roadmap, hasDesk),
    news:
      donations && roadmap && stream?.state === 'live'
        ? describeLiveNews(language, {
            siteName: siteDetails.current().name,
            total: donations.total,
            next: findNextQuest(roadmap.reached),
          })
        : undefined,
  }
}
