import { NEVER_PUBLISHED } from '../features/live/contract.ts'
import { EmbedCaption } from '../features/live/embed/embed-caption.tsx'
import { findPlayback } from '../features/live/find-playback.ts'
import { findStream } from '../features/live/state/streams-store.server.ts'
import { useStream } from '../features/live/state/use-stream.ts'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { useLiveMessages } from '../features/live/use-messages.ts'
import { useWatchedNpc } from '../features/live/watched/use-watched-npc.ts'
import { watchedNpc } from '../features/live/watched/watched-npc.ts'
import { LIVE_NPC_ID, LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { fill } from '../platform/browser/messages.tsx'
import { type PageHandle, renderingContext, resourcesContext } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import type { Route } from './+types/embed-npc'

export const handle: PageHandle = { isUnlisted: true, isEmbeddable: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, playbacks } = context.get(resourcesContext)
  const { markIncomplete } = context.get(renderingContext)
  const orNothing = (error: unknown) => {
    markIncomplete(error)
    return undefined
  }
  const [stream, npcs] = await Promise.all([
    findStream({ db }, LIVE_NPC_ID).catch(orNothing),
    listNpcs({ db }).catch(orNothing),
  ])
  return {
    stream: stream ?? NEVER_PUBLISHED,
    playback: findPlayback(playbacks, LIVE_NPC_ID),
    watched: npcs && watchedNpc(npcs),
  }
}

/** For a frame in another site's page: the player alone. It needs no cookie and counts nobody as online. */
export default function EmbedNpc({ loaderData }: Route.ComponentProps) {
  const { pageTitle, description, title } = useLiveMessages()
  const { state } = useStream(loaderData.stream)
  const { watched } = useWatchedNpc(loaderData.watched)
  const name = watched?.npc.name
  return (
    <>
      <PageHead
        title={pageTitle}
        description={fill(description, { name: name ?? 'NPC' })}
        path={LIVE_NPC_PATH}
        picture="npc1"
      />
      <meta name="robots" content="noindex" />
      <h1 className="sr-only">{title}</h1>
      <StreamPlace
        state={state}
        playback={loaderData.playback}
        npcName={name}
        isEmbedded
        overlay={<EmbedCaption state={state} npcName={name} />}
      />
    </>
  )
}
