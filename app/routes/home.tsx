import { Suspense } from 'react'
import { Await } from 'react-router'
import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { findPlayback } from '../features/live/find-playback.ts'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { LiveTile } from '../features/live/tile/live-tile.tsx'
import { LIVE_NPC_ID } from '../features/npcs/contract.ts'
import { FeaturedNpcs } from '../features/npcs/featured-npcs.tsx'
import { NpcName } from '../features/npcs/npc-name.tsx'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { OnlineNumber } from '../features/presence/online-badge.tsx'
import { OnlineText } from '../features/presence/online-text.tsx'
import { NextQuest } from '../features/roadmap/next-quest.tsx'
import { VoteButtons } from '../features/votes/vote-buttons.tsx'
import { VotesProvider } from '../features/votes/votes-provider.tsx'
import { Hero } from '../features/welcome/hero.tsx'
import { JoinBand } from '../features/welcome/join-band.tsx'
import { StatCards } from '../features/welcome/stat-cards.tsx'
import { useWelcomeMessages } from '../features/welcome/use-messages.ts'
import { WelcomeText } from '../features/welcome/welcome-text.tsx'
import { renderingContext, resourcesContext } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  const { db, playbacks } = context.get(resourcesContext)
  const { markIncomplete } = context.get(renderingContext)
  const npcs = listNpcs({ db })
  npcs.catch(markIncomplete)
  const stream = findStream({ db }, LIVE_NPC_ID)
  stream.catch(markIncomplete)
  return { npcs, stream, playback: findPlayback(playbacks, LIVE_NPC_ID) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { pageTitle, lead } = useWelcomeMessages()
  return (
    <VotesProvider>
      <PageHead title={pageTitle} description={lead} path="/" />
      <Hero stream={<StreamPreview {...loaderData} />} />
      <StatCards online={<OnlineNumber />} />
      <WelcomeText />
      <FeaturedNpcs
        npcs={loaderData.npcs}
        footer={(npc, list) => <VoteButtons npc={npc} onCounted={list.replace} onSettled={list.refresh} />}
      />
      <JoinBand />
    </VotesProvider>
  )
}

type StreamPreviewProps = Awaited<ReturnType<typeof loader>>

function StreamPreview({ npcs, stream, playback }: StreamPreviewProps) {
  const tile = (initialStream = NEVER_PUBLISHED) => (
    <LiveTile initialStream={initialStream} playback={playback}>
      <span className="flex items-baseline gap-4">
        <span className="min-w-0 truncate font-bold font-display text-lg sm:text-xl">
          <NpcName npcs={npcs} id={LIVE_NPC_ID} />
        </span>
        <span className="shrink-0 text-sm text-white/80 tabular-nums">
          <OnlineText />
        </span>
      </span>
      <span className="block text-sm">
        <NextQuest />
      </span>
    </LiveTile>
  )
  return (
    <Suspense fallback={tile()}>
      <Await resolve={stream} errorElement={tile()}>
        {tile}
      </Await>
    </Suspense>
  )
}
