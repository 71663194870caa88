import { type Clock, monotonicClock } from '../../platform/clock.ts'
import { type Db, isDatabaseUnavailable } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Npc } from '../npcs/contract.ts'
import { setVote, setVotes, type Vote } from './votes-store.server.ts'

type WaitingVote = {
  vote: Vote
  since: number
  resolve(npc: Npc | undefined): void
  reject(error: unknown): void
}

const MAX_PER_BATCH = 1_000
const MAX_WAITING = 10_000
const MAX_WAIT_MS = 5_000

/** Group commit: votes that arrive while a batch is being written form the next batch. */
export function createVoteBatcher({ db, clock = monotonicClock }: { db: Db; clock?: Clock }) {
  const waiting: WaitingVote[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) await write({ db }, rejectStale(waiting.splice(0, MAX_PER_BATCH), clock.now()))
    isWriting = false
  }

  return {
    /** Resolves after the commit with the NPC including the vote; undefined for an unknown NPC. */
    async cast(vote: Vote): Promise<Npc | undefined> {
      if (waiting.length >= MAX_WAITING) throw new HttpProblem(503)
      const written = new Promise<Npc | undefined>((resolve, reject) => {
        waiting.push({ vote, since: clock.now(), resolve, reject })
      })
      if (!isWriting) void writeAll()
      return written
    },
  }
}

/** A visitor who waited long may have voted elsewhere since: an old vote must not overwrite a newer one. */
function rejectStale(batch: WaitingVote[], now: number): WaitingVote[] {
  const oldest = now - MAX_WAIT_MS
  for (const { since, reject } of batch) if (since < oldest) reject(new HttpProblem(503))
  return batch.filter(({ since }) => since >= oldest)
}

async function write({ db }: { db: Db }, batch: WaitingVote[]): Promise<void> {
  if (batch.length === 0) return
  try {
    const votes = lastOfEachVoter(batch)
    const [first] = votes
    const npcs = first && votes.length === 1 ? await setVote({ db }, first) : await setVotes({ db }, votes)
    const byId = new Map(npcs.map((npc) => [npc.id, npc]))
    for (const { vote, resolve } of batch) resolve(byId.get(vote.npcId))
  } catch (error) {
    const isOneVoteToBlame = batch.length > 1 && !isDatabaseUnavailable(error)
    if (isOneVoteToBlame) for (const one of batch) await write({ db }, [one])
    else for (const { reject } of batch) reject(error)
  }
}

/** A visitor who votes twice on an NPC within one batch means the second vote. */
function lastOfEachVoter(batch: WaitingVote[]): Vote[] {
  return [...new Map(batch.map(({ vote }) => [`${vote.npcId} ${vote.voter}`, vote])).values()]
}
