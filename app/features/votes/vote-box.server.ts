import { type Db, isDatabaseUnavailable } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Npc } from '../npcs/contract.ts'
import { setVote, setVotes, type Vote } from './votes-store.server.ts'

export type VoteBox = {
  /** The NPC as it is after the vote, which then is on disk; undefined when there is no such NPC. */
  cast(vote: Vote): Promise<Npc | undefined>
}

type Needs = { db: Db; now?(): number }

type Waiting = {
  vote: Vote
  since: number
  counted(npc: Npc | undefined): void
  failed(error: unknown): void
}

const MAX_AT_ONCE = 1_000
const MAX_WAITING = 10_000
const MAX_WAIT_MS = 5_000
const TOO_MANY = 'Very many people are voting right now. Please try again in a moment.'

/** Votes that come while others are being written wait for them and are then written together, in one round trip. */
export function openVoteBox({ db, now = () => performance.now() }: Needs): VoteBox {
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await write({ db }, notTooLate(waiting.splice(0, MAX_AT_ONCE), now()))
    isWriting = false
  }

  return {
    async cast(vote) {
      if (waiting.length >= MAX_WAITING) throw new HttpProblem(503, TOO_MANY)
      const written = new Promise<Npc | undefined>((counted, failed) => {
        waiting.push({ vote, since: now(), counted, failed })
      })
      if (!isWriting) void writeAll()
      return written
    },
  }
}

/** Who waited long may have voted again elsewhere since: an old vote must not be written over a newer one. */
function notTooLate(batch: Waiting[], now: number): Waiting[] {
  const oldest = now - MAX_WAIT_MS
  for (const { since, failed } of batch) if (since < oldest) failed(new HttpProblem(503, TOO_MANY))
  return batch.filter(({ since }) => since >= oldest)
}

async function write({ db }: { db: Db }, batch: Waiting[]): Promise<void> {
  if (batch.length === 0) return
  try {
    const votes = lastOfEachVoter(batch)
    const [first] = votes
    const npcs = first && votes.length === 1 ? await setVote({ db }, first) : await setVotes({ db }, votes)
    const byId = new Map(npcs.map((npc) => [npc.id, npc]))
    for (const { vote, counted } of batch) counted(byId.get(vote.npcId))
  } catch (error) {
    const isTheirOwnFault = batch.length > 1 && !isDatabaseUnavailable(error)
    if (isTheirOwnFault) for (const one of batch) await write({ db }, [one])
    else for (const { failed } of batch) failed(error)
  }
}

/** Who changes his mind within one batch has voted twice, and the second vote stands. */
function lastOfEachVoter(batch: Waiting[]): Vote[] {
  return [...new Map(batch.map(({ vote }) => [`${vote.npcId} ${vote.voter}`, vote])).values()]
}
