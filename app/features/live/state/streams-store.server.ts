import type { Db } from '../../../platform/database/database.server.ts'
import type { StreamState } from '../contract.ts'

type StreamWord = {
  npcId: string
  /** Who sends, as the one who tells of it calls him. */
  session: string
  state: StreamState
}

/** Undefined for an NPC who does not exist; offline for one who never streamed. */
export async function findStreamState({ db }: { db: Db }, npcId: string): Promise<StreamState | undefined> {
  const { rows } = await db.query<{ state: StreamState }>({
    name: 'stream-state',
    text: `select coalesce(state, 'offline') as state from npcs left join streams on npc_id = id where id = $1`,
    values: [npcId],
  })
  return rows[0]?.state
}

/** A word of who will say it again and again while it lasts. False when another holds the stream. */
export async function tellOfStream(
  { db }: { db: Db },
  { npcId, session, state }: StreamWord,
): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>({
    name: 'tell-of-stream',
    text: 'select tell_of_stream($1, $2, $3, clock_timestamp()) as held',
    values: [npcId, session, state],
  })
  return rows[0]?.held ?? false
}

/** A stream not heard of for `silentMs` may come back; one that did not for `graceMs` is over. */
export async function ageStreams({ db }: { db: Db }, silentMs: number, graceMs: number): Promise<void> {
  await db.query({ name: 'age-streams', text: 'select age_streams($1, $2)', values: [silentMs, graceMs] })
}

/** Says that the session still sends. The state it finds; undefined when another holds the stream. */
export async function keepStream(
  { db }: { db: Db },
  npcId: string,
  session: string,
): Promise<StreamState | undefined> {
  const { rows } = await db.query<{ state: StreamState }>({
    name: 'keep-stream',
    text: `update streams set seen_at = clock_timestamp() where npc_id = $1 and session = $2 returning state`,
    values: [npcId, session],
  })
  return rows[0]?.state
}
