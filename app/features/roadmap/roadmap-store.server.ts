import type { ClientBase } from 'pg'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { CurrentCap, MilestoneNews, ReachedMilestone, RoadmapFacts } from './contract.ts'
import { roadmapMessages } from './messages.ts'
import { QUESTS, type Quest } from './milestones.ts'

/** What an operator says about a reached milestone. */
export type Reached = Pick<ReachedMilestone, 'reason' | 'language' | 'evidence' | 'reached_at'>

type ReachedRow = Reached & { key: string }

export async function findRoadmap({ db }: { db: Queryable }): Promise<RoadmapFacts> {
  const { rows } = await db.query<{ reached: ReachedRow[]; current_cap: CurrentCap | null }>({
    name: 'roadmap',
    text: `select coalesce((select json_agg(reached_milestones) from reached_milestones), '[]') as reached,
             (select json_build_object('usd', usd, 'as_of', as_of) from current_cap) as current_cap`,
  })
  const { reached = [], current_cap = null } = rows[0] ?? {}
  return {
    // A key of a newer version is not shown.
    reached: QUESTS.flatMap((quest) => reached.filter(({ key }) => key === quest.key).map(describe(quest))),
    current_cap,
  }
}

function describe(quest: Quest) {
  return ({ key, reached_at, reason, language, evidence }: ReachedRow): ReachedMilestone => ({
    key,
    ...describeQuest(quest),
    reached_at: new Date(reached_at).toISOString(),
    reason,
    language,
    evidence,
  })
}

/** On the wire a milestone has the cap and the English text of the specification. */
function describeQuest({ cap, key }: Quest): { cap: number; action: string } {
  return { cap, action: roadmapMessages.en[key] }
}

/** Until the transaction ends, nobody else changes what is published. */
export async function lockRoadmap(client: ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtext('roadmap'))")
}

/** False if it is there already. */
export async function insertReached(client: ClientBase, { key }: Quest, reached: Reached): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into reached_milestones (key, reason, language, evidence, reached_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [key, reached.reason, reached.language, reached.evidence, reached.reached_at],
  )
  return rowCount === 1
}

/** False if it is not there. */
export async function updateReached(client: ClientBase, { key }: Quest, reached: Reached): Promise<boolean> {
  const { rowCount } = await client.query(
    `update reached_milestones set reason = $2, language = $3, evidence = $4, reached_at = $5 where key = $1`,
    [key, reached.reason, reached.language, reached.evidence, reached.reached_at],
  )
  return rowCount === 1
}

/** False if it is not there. */
export async function deleteReached(client: ClientBase, { key }: Quest): Promise<boolean> {
  const { rowCount } = await client.query('delete from reached_milestones where key = $1', [key])
  return rowCount === 1
}

export async function upsertCurrentCap(client: ClientBase, { usd, as_of }: CurrentCap): Promise<void> {
  await client.query(
    `insert into current_cap (usd, as_of) values ($1, $2)
     on conflict (is_only) do update set usd = excluded.usd, as_of = excluded.as_of`,
    [usd, as_of],
  )
}

/** False if there is none. */
export async function deleteCurrentCap(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('delete from current_cap')
  return rowCount === 1
}

export async function appendMilestoneNews(
  client: ClientBase,
  quest: Quest,
  completed: boolean,
): Promise<void> {
  const news: MilestoneNews = { ...describeQuest(quest), completed }
  await client.query("select append_event('milestone', $1)", [JSON.stringify(news)])
}

/** Pages follow this event; it says all that earlier ones said. */
export async function replaceRoadmapState(client: ClientBase): Promise<void> {
  const facts = await findRoadmap({ db: client })
  await client.query("select replace_state('roadmap', $1)", [JSON.stringify(facts)])
}
