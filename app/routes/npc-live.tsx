import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { DonationPanel } from '../features/donations/panel/donation-panel.tsx'
import { findPlayback } from '../features/live/find-playback.ts'
import { LiveHeader } from '../features/live/live-header.tsx'
import { Mission } from '../features/live/mission.tsx'
import { findStreamState } from '../features/live/state/streams-store.server.ts'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { useLiveMessages } from '../features/live/use-messages.ts'
import { LIVE_NPC_ID, LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { Roadmap } from '../features/roadmap/roadmap.tsx'
import { WeatherCard } from '../features/weather/weather-card.tsx'
import { describeLiveNews } from '../live-news.server.ts'
import { renderingContext, resourcesContext } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import type { Route } from './+types/npc-live'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, chain, publicUrl, donations: lists, weather, playbacks } = context.get(resourcesContext)
  const { language, markIncomplete } = context.get(renderingContext)
  const orNothing = (error: unknown) => {
    markIncomplete(error)
    return undefined
  }
  const [donations, state] = await Promise.all([
    lists.of(LIVE_NPC_ID).catch(orNothing),
    findStreamState({ db }, LIVE_NPC_ID).catch(orNothing),
  ])
  const stream = {
    initialState: state ?? ('offline' as const),
    playback: findPlayback(playbacks, LIVE_NPC_ID),
  }
  return {
    weather: weather.latest(),
    donations,
    terms: { ...chain.terms, domain: new URL(publicUrl).host },
    stream,
    news: donations && state === 'live' ? describeLiveNews(language, donations.total) : undefined,
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
  const { weather, donations, terms, stream, news } = loaderData
  return (
    <>
      <PageHead title={pageTitle} description={description} path={LIVE_NPC_PATH} picture="npc1" news={news} />
      <LiveHeader />
      <div className="grid items-start gap-x-6 lg:grid-cols-3 lg:grid-rows-[auto_1fr]">
        <div className="mb-6 lg:col-span-2 lg:mb-0">
          <StreamPlace {...stream} />
        </div>
        <div className="flex flex-col gap-6 lg:row-span-2">
          <Mission />
          <WeatherCard initialWeather={weather} />
          <DonationPanel initialDonations={donations} terms={terms} />
        </div>
        <div className="lg:col-span-2">
          <Roadmap />
        </div>
      </div>
    </>
  )
}
