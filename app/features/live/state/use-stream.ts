import { getJson } from '../../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../../platform/browser/server-value.ts'
import { useServerValue } from '../../../platform/browser/use-server-value.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import { STREAM_STATES, type Stream, type StreamNews } from '../contract.ts'

const STREAM: ServerValueSource<Stream> = {
  load: () => getJson(`/api/npcs/${LIVE_NPC_ID}/stream`),
  event: 'stream',
  read: (data) =>
    isNews(data)
      ? { state: data.state, was_published: true, ...(data.stopped_by && { stopped_by: data.stopped_by }) }
      : undefined,
}

/** The stream as the server reports it, never as a player sees it. */
export function useStream(initial: Stream): Stream {
  return useServerValue(initial, STREAM).value
}

function isNews(news: unknown): news is StreamNews {
  const { npc_id, state } = (news ?? {}) as Partial<StreamNews>
  return npc_id === LIVE_NPC_ID && STREAM_STATES.some((each) => each === state)
}
