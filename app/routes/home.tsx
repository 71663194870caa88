import { FeaturedNpcs } from '../features/npcs/featured-npcs.tsx'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { OnlineNumber } from '../features/presence/online-badge.tsx'
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
  const { db } = context.get(resourcesContext)
  const npcs = listNpcs({ db })
  npcs.catch(context.get(renderingContext).markIncomplete)
  return { npcs }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { pageTitle, lead } = useWelcomeMessages()
  return (
    <VotesProvider>
      <PageHead title={pageTitle} description={lead} path="/" />
      <Hero />
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
