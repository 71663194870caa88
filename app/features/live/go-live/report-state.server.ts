import { monotonicClock } from '../../../platform/clock.ts'
import { findPlayback } from '../find-playback.ts'
import type { Ingest } from '../ingest/ingest.server.ts'
import { nextStatus, type StreamStatus } from '../state/stream-state.ts'
import type { PublisherNews } from './contract.ts'

const POLL_MS = 250

/** Reports to a publisher whether viewers get what it sends, from its first part on. */
export function reportState(
  ingest: Pick<Ingest, 'hlsStream'>,
  key: string,
  report: (news: PublisherNews) => void,
): { close(): void } {
  const npcId = /^npc(\d+)-/.exec(key)?.[1] ?? ''
  const { stillUrl = '' } = findPlayback([], npcId)
  let listed = findPlaylist(ingest, npcId)
  let status: StreamStatus = { state: 'offline', seenAt: monotonicClock.now() }

  function poll(): void {
    const before = listed
    listed = findPlaylist(ingest, npcId)
    const isNew = listed !== undefined && listed !== before
    const next = nextStatus(status, isNew ? 'part' : 'time passed', monotonicClock.now())
    const isChanged = next.state !== status.state
    status = next
    if (isChanged) report({ state: status.state, stillUrl })
  }

  const polling = setInterval(poll, POLL_MS)
  return { close: () => clearInterval(polling) }
}

/** Each part makes a new one. */
function findPlaylist(ingest: Pick<Ingest, 'hlsStream'>, npcId: string): Buffer | undefined {
  const window = ingest.hlsStream(npcId)?.epoch()?.window
  return window?.isEmpty() ? undefined : window?.playlist()
}
