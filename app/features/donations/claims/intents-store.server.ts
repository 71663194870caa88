import type { Queryable } from '../../../platform/database/database.server.ts'
import { INTENT_ID } from '../contract.ts'
import type { IntentFacts } from './choose-claimant.ts'

export type Intent = {
  id: string
  npc_id: string
  username: string
  x_account: string | null
  lamports: bigint
  reference: string
}

const COLUMNS = 'id, npc_id::text, username, x_account, lamports, reference'

export async function insertIntent(db: Queryable, accountId: number, intent: Intent): Promise<void> {
  const { id, npc_id, username, x_account, lamports, reference } = intent
  await db.query(
    `insert into donation_intents (receiving_account_id, id, npc_id, username, x_account, lamports, reference)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [accountId, id, npc_id, username, x_account, lamports, reference],
  )
}

export async function findIntent(db: Queryable, accountId: number, id: string): Promise<Intent | undefined> {
  if (!INTENT_ID.test(id)) return undefined
  const { rows } = await db.query<Intent>(
    `select ${COLUMNS} from donation_intents where id = $2 and receiving_account_id = $1`,
    [accountId, id],
  )
  return rows[0]
}

type IntentFilter = { txHash: string; ids: string[]; references?: string[] }
export type ReadIntent = IntentFacts & { reference: string }

/** The intents with these ids, or whose reference is one of these accounts. */
export async function readIntents(
  db: Queryable,
  accountId: number,
  { txHash, ids, references = [] }: IntentFilter,
  locking = '',
): Promise<ReadIntent[]> {
  const { rows } = await db.query<ReadIntent>(
    `select ${COLUMNS}, extract(epoch from created_at)::float8 * 1000 as "createdAtMs",
       exists (select from donations d where d.intent_id = i.id and d.verified and d.proof in ('reference', 'intent')
         and d.tx_hash <> $2) as "isUsed"
     from donation_intents i where receiving_account_id = $1 and (id = any($3) or reference = any($4))
     order by id ${locking}`,
    [accountId, txHash, ids, references],
  )
  return rows
}

/** Locks them until the commit, so that two payments credited at the same time cannot use the same intent. */
export async function lockIntents(
  db: Queryable,
  accountId: number,
  filter: IntentFilter,
): Promise<ReadIntent[]> {
  await readIntents(db, accountId, filter, 'for update of i')
  // Only a new statement sees what was committed while this one waited for the lock.
  return readIntents(db, accountId, filter)
}
