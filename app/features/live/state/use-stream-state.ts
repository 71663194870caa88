import { getJson } from '../../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../../platform/browser/server-value.ts'
import { useServerValue } from '../../../platform/browser/use-server-value.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import { STREAM_STATES, type StreamNews, type StreamState } from '../contract.ts'

const STREAM: ServerValueSource<StreamState> = {
  load: async () => (await getJson<StreamNews>(`/api/npcs/${LIVE_NPC_ID}/stream`)).state,
  event: 'stream',
  read: (data) => (isNews(data) && data.npc_id === LIVE_NPC_ID ? data.state : undefined),
}

/** The state as the server reports it, never as a player sees it. */
export function useStreamState(initial: StreamState): StreamState {
  return useServerValue(initial, STREAM).value
}

function isNews(news: unknown): news is StreamNews {
  const { npc_id, state } = (news ?? {}) as Partial<StreamNews>
  return typeof npc_id === 'string' && STREAM_STATES.some((each) => each === state)
}
