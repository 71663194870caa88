import { useEffect, useState } from 'react'
import { listenToServer, MISSED } from '../../../platform/browser/server-events.ts'
import { SHOWN_NPC_ID, STREAM_STATES, type StreamNews, type StreamState } from '../contract.ts'

/** What the page came with, and then what the server says: never what a player makes of it. */
export function useStreamState(known: StreamState): StreamState {
  const [state, setState] = useState(known)
  useEffect(() => {
    function hear(news: unknown): void {
      if (isNews(news) && news.npc_id === SHOWN_NPC_ID) setState(news.state)
    }
    async function ask(): Promise<void> {
      const response = await fetch(`/api/npcs/${SHOWN_NPC_ID}/stream`).catch(() => undefined)
      if (response?.ok) hear(await response.json().catch(() => undefined))
    }
    const stopMissed = listenToServer(MISSED, ask)
    const stopNews = listenToServer('stream', hear)
    return () => {
      stopMissed()
      stopNews()
    }
  }, [])
  return state
}

function isNews(news: unknown): news is StreamNews {
  const { npc_id, state } = (news ?? {}) as Partial<StreamNews>
  return typeof npc_id === 'string' && STREAM_STATES.some((known) => known === state)
}
