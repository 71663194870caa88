import type pg from 'pg'
import type { Db } from '../../platform/database/database.server.ts'

export type Intent = {
  id: string
  npc_id: string
  username: string
  x_account: string | null
  lamports: bigint
  reference: string
  created_at: Date
}

const COLUMNS = 'id, npc_id::text, username, x_account, lamports, reference, created_at'

export async function insertIntent({ db }: { db: Db }, intent: Omit<Intent, 'created_at'>): Promise<void> {
  const { id, npc_id, username, x_account, lamports, reference } = intent
  await db.query(
    `insert into donation_intents (id, npc_id, username, x_account, lamports, reference)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, npc_id, username, x_account, lamports, reference],
  )
}

export async function findIntent({ db }: { db: Db }, id: string): Promise<Intent | undefined> {
  const { rows } = await db.query<Intent>(`select ${COLUMNS} from donation_intents where id = $1`, [id])
  return rows[0]
}

/** The first donation that was begun with one of these accounts as its reference. */
export async function findIntentByReference(
  client: Pick<pg.ClientBase, 'query'>,
  accounts: string[],
): Promise<Intent | undefined> {
  const { rows } = await client.query<Intent>(
    `select ${COLUMNS} from donation_intents where reference = any($1) order by created_at limit 1`,
    [accounts],
  )
  return rows[0]
}
