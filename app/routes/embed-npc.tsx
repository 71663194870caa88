import { EmbedCaption } from '../features/live/embed/embed-caption.tsx'
import { useStream } from '../features/live/state/use-stream.ts'
import { StreamPlace } from '../features/live/stream-place.tsx'
import { useLiveMessages } from '../features/live/use-messages.ts'
import { useWatchedNpc } from '../features/live/watched/use-watched-npc.ts'
import { LIVE_NPC_PATH } from '../features/npcs/contract.ts'
import { fill } from '../platform/browser/messages.tsx'
import { PageHead } from '../shell/page-head.tsx'
import type { EmbedNpcData } from './embed-npc.server.ts'

/** For a frame in another site's page: the player alone. It needs no cookie and counts nobody as online. */
export function EmbedNpc({ data }: { data: EmbedNpcData }) {
  const { pageTitle, description, title } = useLiveMessages()
  const stream = useStream(data.stream)
  const { watched } = useWatchedNpc(data.watched)
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
        stream={stream}
        playback={data.playback}
        npcName={name}
        isEmbedded
        overlay={<EmbedCaption state={stream.state} npcName={name} />}
      />
    </>
  )
}
