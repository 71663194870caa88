import { DonationPlace } from '../features/donations/donation-place.tsx'
import { LiveHeader } from '../features/live/live-header.tsx'
import type { LiveMessages } from '../features/live/messages.ts'
import { Mission } from '../features/live/mission.tsx'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { Roadmap } from '../features/roadmap/roadmap.tsx'
import { WeatherCard } from '../features/weather/weather-card.tsx'
import { useMessages } from '../platform/messages.tsx'
import { resourcesContext } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import type { Route } from './+types/npc-live'

export function loader({ context }: Route.LoaderArgs) {
  return { weather: context.get(resourcesContext).weather.latest() }
}

export default function NpcLive({ loaderData }: Route.ComponentProps) {
  const { pageTitle, description } = useMessages<LiveMessages>('live')
  return (
    <>
      <PageHead title={pageTitle} description={description} path="/npc1" />
      <LiveHeader />
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <StreamPlace />
        </div>
        <div className="flex flex-col gap-6">
          <Mission />
          <WeatherCard known={loaderData.weather} />
          <DonationPlace />
        </div>
      </div>
      <Roadmap />
    </>
  )
}
