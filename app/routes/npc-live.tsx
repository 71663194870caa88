import { use } from 'react'
import { DonationMoment } from '../features/donations/panel/donation-moment.tsx'
import { DonationPanel } from '../features/donations/panel/donation-panel.tsx'
import type { Language } from '../features/i18n/contract.ts'
import { OembedLink } from '../features/live/embed/oembed-link.tsx'
import { LiveHeader } from '../features/live/live-header.tsx'
import { Mission } from '../features/live/mission.tsx'
import { useStream } from '../features/live/state/use-stream.ts'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { useLiveMessages } from '../features/live/use-messages.ts'
import { NpcRow } from '../features/live/watched/npc-row.tsx'
import { useWatchedNpc } from '../features/live/watched/use-watched-npc.ts'
import { chooseMissionText } from '../features/missions/choose-mission-text.ts'
import type { Mission as MissionData } from '../features/missions/contract.ts'
import { StepList } from '../features/missions/step-list.tsx'
import { useMission } from '../features/missions/use-mission.ts'
import { LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { NpcAvatar } from '../features/npcs/npc-avatar.tsx'
import { OnlineText } from '../features/presence/online-text.tsx'
import { Roadmap } from '../features/roadmap/roadmap.tsx'
import { useRoadmap } from '../features/roadmap/use-roadmap.ts'
import { VoteButtons } from '../features/votes/vote-buttons.tsx'
import { VotesProvider } from '../features/votes/votes-provider.tsx'
import { WeatherCard } from '../features/weather/weather-card.tsx'
import { fill, htmlLanguage, useSpeech } from '../platform/browser/messages.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PublicUrlContext } from '../shell/public-url.ts'
import type { NpcLiveData } from './npc-live.server.ts'

export function NpcLive({ data }: { data: NpcLiveData }) {
  const { pageTitle, description } = useLiveMessages()
  const { weather, monthNames, donations, terms, playback, news } = data
  const stream = useStream(data.stream)
  const facts = useRoadmap(data.roadmap)
  const { watched, replace, refresh } = useWatchedNpc(data.watched)
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
            stream={stream}
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
            {data.mission === undefined ? <Mission /> : <OwnMission initial={data.mission} />}
            <WeatherCard initialWeather={weather} monthNames={monthNames} />
          </div>
        </div>
        <div className="min-w-0 lg:row-span-2">
          <DonationPanel initialDonations={donations} terms={terms} />
        </div>
        <div className="min-w-0">
          <Roadmap facts={facts} />
        </div>
      </div>
    </VotesProvider>
  )
}

function OwnMission({ initial }: { initial: MissionData | null }) {
  const { language } = useSpeech()
  const mission = useMission(initial)
  const chosen = mission && chooseMissionText(mission, language as Language)
  return (
    <Mission
      text={chosen ? { text: chosen.text, lang: htmlLanguage(chosen.language) } : undefined}
      steps={mission && <StepList steps={mission.steps} />}
    />
  )
}
