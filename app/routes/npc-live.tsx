import { use } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { DonationMoment } from '../features/donations/panel/donation-moment.tsx'
import { DonationPanel } from '../features/donations/panel/donation-panel.tsx'
import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { OembedLink } from '../features/live/embed/oembed-link.tsx'
import { findPlayback } from '../features/live/find-playback.ts'
import { LiveHeader } from '../features/live/live-header.tsx'
import { Mission } from '../features/live/mission.tsx'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { useStream } from '../features/live/state/use-stream.ts'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { useLiveMessages } from '../features/live/use-messages.ts'
import { NpcRow } from '../features/live/watched/npc-row.tsx'
import { useWatchedNpc } from '../features/live/watched/use-watched-npc.ts'
import { watchedNpc } from '../features/live/watched/watched-npc.ts'
import { LIVE_NPC_ID, LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { NpcAvatar } from '../features/npcs/npc-avatar.tsx'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { OnlineText } from '../features/presence/online-text.tsx'
import { Roadmap } from '../features/roadmap/roadmap.tsx'
import { VoteButtons } from '../features/votes/vote-buttons.tsx'
import { VotesProvider } from '../features/votes/votes-provider.tsx'
import { monthInTallinn } from '../features/weather/judge-forecast.ts'
import { WeatherCard } from '../features/weather/weather-card.tsx'
import { describeLiveNews } from '../live-news.server.ts'
import { fill } from '../platform/browser/messages.tsx'
import { renderingContext, resourcesContext } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PublicUrlContext } from '../shell/public-url.ts'
import type { Route } from './+types/npc-live'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, chain, publicUrl, donations: lists, weather, playbacks } = context.get(resourcesContext)
  const { language, markIncomplete } = context.get(renderingContext)
  const orNothing = (error: unknown) => {
    markIncomplete(error)
    return undefined
  }
  const [donations, stream, npcs] = await Promise.all([
    lists.of(LIVE_NPC_ID).catch(orNothing),
    findStream({ db }, LIVE_NPC_ID).catch(orNothing),
    listNpcs({ db }).catch(orNothing),
  ])
  return {
    weather: weather.latest(),
    month: monthInTallinn(clock.now()),
    donations,
    terms: { ...chain.terms, domain: new URL(publicUrl).host },
    stream: stream ?? NEVER_PUBLISHED,
    playback: findPlayback(playbacks, LIVE_NPC_ID),
    watched: npcs && watchedNpc(npcs),
    news: donations && stream?.state === 'live' ? describeLiveNews(language, donations.total) : undefined,
  }
}

/** The donation form's steps are history entries, and the page updates itself: neither needs the loader. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate
}

export default function NpcLive({ loaderData }: Route.ComponentProps) {
  const { pageTitle, description } = useLiveMessages()
  const { weather, month, donations, terms, playback, news } = loaderData
  const stream = useStream(loaderData.stream)
  const { watched, replace, refresh } = useWatchedNpc(loaderData.watched)
  const name = watched?.npc.name
  const isLive = stream.state === 'live'
  return (
    <VotesProvider>
      <PageHead
        title={pageTitle}
        description={fill(description, { name: name ?? 'NPC' })}
        path={LIVE_NPC_PATH}
        picture="npc1"
        news={news}
      />
      <OembedLink origin={use(PublicUrlContext)} title={pageTitle} />
      <LiveHeader stream={stream} />
      <div className="wide-page grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <StreamPlace
            state={stream.state}
            playback={playback}
            npcName={name}
            overlay={<DonationMoment initialDonations={donations} />}
          />
          {watched && (
            <NpcRow
              npc={watched.npc}
              avatar={<NpcAvatar npc={{ ...watched.npc, is_live: isLive }} isFirst={watched.isFirst} />}
              online={<OnlineText />}
              votes={<VoteButtons npc={watched.npc} onCounted={replace} onSettled={refresh} />}
            />
          )}
          <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_auto]">
            <Mission />
            <WeatherCard initialWeather={weather} month={month} />
          </div>
        </div>
        <div className="min-w-0 lg:row-span-2">
          <DonationPanel initialDonations={donations} terms={terms} />
        </div>
        <div className="min-w-0">
          <Roadmap />
        </div>
      </div>
    </VotesProvider>
  )
}
