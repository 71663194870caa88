import type { Db, Queryable } from '../../platform/database/database.server.ts'
import type { SubmissionKind } from './contract.ts'

/** Keyed hashes of the visitor's IP address, if known, and of its network. */
export type Sender = { address: string | null; network: string }

type Room = 'free' | 'known' | 'too_many_submissions' | 'no_room'

/** A household sends one or two a day; a carrier's network may have thousands of visitors. */
const MAX_A_DAY = { address: 5, network: 50 }
/** What operators have not read yet. Bounds the database, whoever sends. */
const MAX_NEW = 1_000
const LOCK = 0x6e70_6374

/** Whether a submission may be added; until the end of the transaction nobody else adds one. */
export async function findRoom(
  client: Queryable,
  { kind, contentHash, sender }: { kind: SubmissionKind; contentHash: Buffer; sender: Sender },
): Promise<Room> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
  const { rows } = await client.query<{ is_known: boolean; unread: number }>(
    `select count(*)::int as unread, coalesce(bool_or(content_hash = $2), false) as is_known
     from submissions where kind = $1 and state = 'new'`,
    [kind, contentHash],
  )
  const { is_known = false, unread = 0 } = rows[0] ?? {}
  if (is_known) return 'known'
  const { rows: sent } = await client.query<{ of_address: number; of_network: number }>(
    `select count(*) filter (where sent_from = $1)::int as of_address, count(*)::int as of_network
     from submissions where sent_from_network = $2 and created_at > now() - interval '1 day'`,
    [sender.address, sender.network],
  )
  const { of_address = 0, of_network = 0 } = sent[0] ?? {}
  if (of_address >= MAX_A_DAY.address || of_network >= MAX_A_DAY.network) return 'too_many_submissions'
  return unread >= MAX_NEW ? 'no_room' : 'free'
}

/** After a day nobody needs to know any more where a submission came from. */
export async function pruneSenders({ db, limit }: { db: Db; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `update submissions set sent_from = null, sent_from_network = null where id in
       (select id from submissions
        where sent_from_network is not null and created_at < now() - interval '1 day' limit $1)`,
    [limit],
  )
  return rowCount ?? 0
}
