import { HISTORY_SLOTS, type History, SLOT_MS } from './contract.ts'

type Slot = { at_ms: number; visitors: number; players: number; votes: number }

/** Rows are written just after their minute. */
const WRITTEN_AFTER_MS = 90_000

/** Every slot of the last 24 hours, with gaps where nothing was measured. */
export function fillSlots(slots: Slot[], nowMs: number): History {
  const lastMs = Math.floor(nowMs / SLOT_MS) * SLOT_MS
  const from_ms = lastMs - (HISTORY_SLOTS - 1) * SLOT_MS
  const history: History = { from_ms, visitors: [], players: [], votes: [] }
  const known = new Map(slots.map((slot) => [slot.at_ms, slot]))
  // The slot that has just begun has no row yet; until it has, it is as the one before.
  const previous = known.get(lastMs - SLOT_MS)
  if (nowMs - lastMs < WRITTEN_AFTER_MS && previous && !known.has(lastMs)) known.set(lastMs, previous)
  let votesBefore = slots.findLast(({ at_ms }) => at_ms < from_ms)?.votes
  for (let at = from_ms; at <= lastMs; at += SLOT_MS) {
    const slot = known.get(at)
    history.visitors.push(slot ? slot.visitors : null)
    history.players.push(slot ? Math.round(slot.players) : null)
    history.votes.push(slot ? slot.votes - (votesBefore ?? slot.votes) : null)
    votesBefore = slot?.votes ?? votesBefore
  }
  return history
}
