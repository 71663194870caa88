import type { Db } from '../../../platform/database/database.server.ts'
import type { StoppedBy, Stream, StreamState } from '../contract.ts'

/** A session is one publisher, from start to end; its prefix says which ingest or media server reports it. */
type StreamReport = { npcId: string; session: string; state: StreamState }

/** Undefined for an unknown NPC; offline for one that has never streamed. */
export async function findStream({ db }: { db: Db }, npcId: string): Promise<Stream | undefined> {
  const { rows } = await db.query<Omit<Stream, 'stopped_by'> & { stopped_by: StoppedBy | null }>({
    name: 'stream',
    text: `select coalesce(state, 'offline') as state, state is not null as was_published, stopped_by
           from npcs left join streams on streams.npc_id = id left join stages on stages.npc_id = id where id = $1`,
    values: [npcId],
  })
  if (rows[0] === undefined) return undefined
  const { stopped_by, ...stream } = rows[0]
  return stopped_by === null ? stream : { ...stream, stopped_by }
}

/** Of every NPC that has ever streamed. */
export async function listStreams({ db }: { db: Db }): Promise<{ npc_id: string; state: StreamState }[]> {
  const { rows } = await db.query<{ npc_id: string; state: StreamState }>({
    name: 'streams',
    text: 'select npc_id::text, state from streams order by npc_id',
  })
  return rows
}

/** A live stream expires unless `confirmStream` follows. False when another session owns the stream. */
export async function reportStreamState({ db }: { db: Db }, report: StreamReport): Promise<boolean> {
  const { rows } = await db.query<{ is_owner: boolean }>({
    name: 'report-stream-state',
    text: 'select report_stream_state($1, $2, $3, clock_timestamp()) as is_owner',
    values: [report.npcId, report.session, report.state],
  })
  return rows[0]?.is_owner ?? false
}

/** The state that the database has for the session; undefined when another one owns the stream. */
export async function confirmStream({ db }: { db: Db }, npcId: string, session: string) {
  const { rows } = await db.query<{ state: StreamState }>({
    name: 'confirm-stream',
    text: `update streams set seen_at = clock_timestamp() where npc_id = $1 and session = $2 returning state`,
    values: [npcId, session],
  })
  return rows[0]?.state
}

/** A live stream that nobody confirmed for `silentMs` is reconnecting; after another `graceMs` it is offline. */
export async function expireStreams({ db }: { db: Db }, silentMs: number, graceMs: number): Promise<void> {
  await db.query({
    name: 'expire-streams',
    text: 'select expire_streams($1, $2)',
    values: [silentMs, graceMs],
  })
}
