import { LiveTile } from '../features/live/tile/live-tile.tsx'
import { LIVE_NPC_ID } from '../features/npcs/contract.ts'
import { FeaturedNpcs } from '../features/npcs/featured-npcs.tsx'
import { NpcName } from '../features/npcs/npc-name.tsx'
import { useNpcList } from '../features/npcs/use-npc-list.ts'
import { OnlineNumber } from '../features/presence/online-badge.tsx'
import { OnlineText } from '../features/presence/online-text.tsx'
import { CapAmount, CapDate } from '../features/roadmap/current-cap.tsx'
import { NextQuest } from '../features/roadmap/next-quest.tsx'
import { useRoadmap } from '../features/roadmap/use-roadmap.ts'
import { VoteButtons } from '../features/votes/vote-buttons.tsx'
import { VotesProvider } from '../features/votes/votes-provider.tsx'
import { Hero } from '../features/welcome/hero.tsx'
import { JoinBand } from '../features/welcome/join-band.tsx'
import { StatCards } from '../features/welcome/stat-cards.tsx'
import { useWelcomeMessages } from '../features/welcome/use-messages.ts'
import { WelcomeText } from '../features/welcome/welcome-text.tsx'
import { PageHead } from '../shell/page-head.tsx'
import type { HomeData } from './home.server.ts'

export function Home({ data: { npcs, stream, playback, roadmap } }: { data: HomeData }) {
  const { pageTitle, lead } = useWelcomeMessages()
  const list = useNpcList(npcs)
  const facts = useRoadmap(roadmap)
  const cap = facts.current_cap
  return (
    <VotesProvider>
      <PageHead title={pageTitle} description={lead} path="/" />
      <Hero
        stream={
          <LiveTile initialStream={stream} playback={playback}>
            <span className="flex items-baseline gap-4">
              <span className="min-w-0 truncate font-bold font-display text-lg sm:text-xl">
                <NpcName npcs={list.npcs} id={LIVE_NPC_ID} />
              </span>
              <span className="shrink-0 text-sm text-white/80 tabular-nums">
                <OnlineText />
              </span>
            </span>
            <span className="block text-sm">
              <NextQuest facts={facts} />
            </span>
          </LiveTile>
        }
      />
      <StatCards
        online={<OnlineNumber />}
        cap={cap && { amount: <CapAmount cap={cap} />, date: <CapDate cap={cap} /> }}
      />
      <WelcomeText />
      <FeaturedNpcs
        list={list}
        footer={(npc) => <VoteButtons npc={npc} onCounted={list.replace} onSettled={list.refresh} />}
      />
      <JoinBand />
    </VotesProvider>
  )
}
