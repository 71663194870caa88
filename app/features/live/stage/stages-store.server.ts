import type { ClientBase } from 'pg'
import type { Db } from '../../../platform/database/database.server.ts'
import { LIVE_NPC_ID } from '../../npcs/contract.ts'
import type { StoppedBy } from '../contract.ts'
import type { Stage, StageHealth } from './contract.ts'

/** What the ingest has to obey. */
export type StageRule = { npcId: string; stop: StageStop | undefined; delayMs: number }
export type StageStop = { by: StoppedBy; note: string }

type RuleRow = { npc_id: string; stopped_by: StoppedBy | null; stop_note: string | null; delay_s: number }

const RULE_COLUMNS = 'npc_id::text, stopped_by, stop_note, delay_s'
/** Health is written every few seconds; what is older says nothing. */
const HEALTH_LASTS_S = 15

function toRule({ npc_id: npcId, stopped_by: by, stop_note: note, delay_s: delayS }: RuleRow): StageRule {
  return { npcId, stop: by === null ? undefined : { by, note: note ?? '' }, delayMs: delayS * 1_000 }
}

export async function listStageRules({ db }: { db: Db }): Promise<StageRule[]> {
  const { rows } = await db.query<RuleRow>({
    name: 'stage-rules',
    text: `select ${RULE_COLUMNS} from stages where stopped_by is not null or delay_s > 0`,
  })
  return rows.map(toRule)
}

export async function findStop({ db }: { db: Db }, npcId: string): Promise<StageStop | undefined> {
  const { rows } = await db.query<RuleRow>({
    name: 'stage-stop',
    text: `select ${RULE_COLUMNS} from stages where npc_id = $1`,
    values: [npcId],
  })
  return rows[0] && toRule(rows[0]).stop
}

/** Of the NPC with the live page, and of all others with a key, a stream or a stop; of one alone if it is given. */
export async function listStages({ db }: { db: Db }, npcId: string | null): Promise<Stage[]> {
  const { rows } = await db.query<Stage>(
    `select npcs.id::text as npc_id, npcs.name, keys.npc_id is not null as has_key,
       coalesce(state, 'offline') as state, since, coalesce(delay_s, 0) as delay_s,
       case when stopped_at is not null then json_build_object(
         'by', stopped_by, 'at', stopped_at, 'note', coalesce(stop_note, '')) end as stopped,
       case when state <> 'offline' and session not like 'ingest:%' then split_part(session, ':', 1) end as reported_by,
       case when health_at > clock_timestamp() - $2 * interval '1 second' then health end as health,
       case when problem is not null then json_build_object('sentence', problem, 'at', problem_at) end as problem
     from npcs
     left join stream_keys keys on keys.npc_id = npcs.id and holder = 'npc'
     left join streams on streams.npc_id = npcs.id
     left join stages on stages.npc_id = npcs.id
     where case when $1::integer is null
       then keys.npc_id is not null or streams.npc_id is not null or stages.npc_id is not null or npcs.id = $3
       else npcs.id = $1 end
     order by npcs.id`,
    [npcId, HEALTH_LASTS_S, LIVE_NPC_ID],
  )
  return rows
}

/** Locks the NPC, as votes and reports do; false if there is none. */
export async function lockNpc(client: ClientBase, npcId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from npcs where id = $1 for no key update', [npcId])
  return rowCount === 1
}

/** From the commit on, no instance serves or admits the stream, and no report makes it live. */
export async function stopStage(
  client: ClientBase,
  npcId: number,
  { by, note }: StageStop,
): Promise<'stopped' | 'stopped before' | 'unknown'> {
  if (!(await lockNpc(client, npcId))) return 'unknown'
  const { rowCount } = await client.query(
    `insert into stages as known (npc_id, stopped_at, stopped_by, stop_note) values ($1, now(), $2, $3)
     on conflict (npc_id) do update set
       stopped_at = excluded.stopped_at, stopped_by = excluded.stopped_by, stop_note = excluded.stop_note,
       health = null, health_at = null
     where known.stopped_at is null`,
    [npcId, by, note],
  )
  if (rowCount === 0) return 'stopped before'
  await client.query(
    `update streams set state = 'offline', since = clock_timestamp(), seen_at = clock_timestamp()
     where npc_id = $1 and state <> 'offline'`,
    [npcId],
  )
  await client.query('update npcs set is_live = false where id = $1 and is_live', [npcId])
  await announce(client, { npc_id: String(npcId), state: 'offline', stopped_by: by })
  return 'stopped'
}

export async function resumeStage(
  client: ClientBase,
  npcId: number,
): Promise<'resumed' | 'not stopped' | 'unknown'> {
  if (!(await lockNpc(client, npcId))) return 'unknown'
  const { rowCount } = await client.query(
    `update stages set stopped_at = null, stopped_by = null, stop_note = null
     where npc_id = $1 and stopped_at is not null`,
    [npcId],
  )
  if (rowCount === 0) return 'not stopped'
  await announce(client, { npc_id: String(npcId), state: 'offline' })
  return 'resumed'
}

/** False for an unknown NPC. */
export async function setDelay(client: ClientBase, npcId: number, delayS: number): Promise<boolean> {
  if (!(await lockNpc(client, npcId))) return false
  await client.query(
    `insert into stages (npc_id, delay_s) values ($1, $2)
     on conflict (npc_id) do update set delay_s = excluded.delay_s`,
    [npcId, delayS],
  )
  return true
}

async function announce(client: ClientBase, news: object): Promise<void> {
  await client.query("select append_event('stream', $1)", [news])
}

export async function saveHealth({ db }: { db: Db }, npcId: string, health: StageHealth): Promise<void> {
  await db.query({
    name: 'save-stage-health',
    text: `insert into stages (npc_id, health, health_at) values ($1, $2, clock_timestamp())
           on conflict (npc_id) do update set health = excluded.health, health_at = excluded.health_at
           where stages.stopped_at is null`,
    values: [npcId, health],
  })
}

export async function saveProblem({ db }: { db: Db }, npcId: string, sentence: string): Promise<void> {
  await db.query({
    name: 'save-stage-problem',
    text: `insert into stages (npc_id, problem, problem_at) values ($1, $2, clock_timestamp())
           on conflict (npc_id) do update set problem = excluded.problem, problem_at = excluded.problem_at`,
    values: [npcId, sentence],
  })
}
