import { getJson } from '../../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../../platform/browser/server-value.ts'
import { useServerValue } from '../../../platform/browser/use-server-value.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import {
  STREAM_STATES,
  type Stream,
  type StreamAnswer,
  type StreamNews,
  type StreamState,
} from '../contract.ts'

const load = () => getJson<StreamAnswer>(`/api/npcs/${LIVE_NPC_ID}/stream`)

const STREAM: ServerValueSource<Stream> = {
  async load() {
    const { state, was_published } = await load()
    return { state, wasPublished: was_published }
  },
  event: 'stream',
  read: (data) => (isLiveNpc(data) ? { state: data.state, wasPublished: true } : undefined),
}

const STATE: ServerValueSource<StreamState> = {
  load: async () => (await load()).state,
  event: 'stream',
  read: (data) => (isLiveNpc(data) ? data.state : undefined),
}

/** The stream as the server reports it, never as a player sees it. */
export function useStream(initial: Stream): Stream {
  return useServerValue(initial, STREAM).value
}

/** Its state alone. */
export function useStreamState(initial: StreamState): StreamState {
  return useServerValue(initial, STATE).value
}

function isLiveNpc(news: unknown): news is StreamNews {
  const { npc_id, state } = (news ?? {}) as Partial<StreamNews>
  return npc_id === LIVE_NPC_ID && STREAM_STATES.some((each) => each === state)
}
