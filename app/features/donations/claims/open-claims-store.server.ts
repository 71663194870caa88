import type { Queryable } from '../../../platform/database/database.server.ts'

/** Keyed hashes of the claimant's IP address, if known, and of its network. */
export type ClaimOrigin = { address: string | null; network: string }

/** An honest donor has a few open claims; a household or an office may have more during an outage of the chain. */
const MAX_OPEN_PER_ADDRESS = 100
const MAX_OPEN_PER_NETWORK = 1_000

/** True when this address or network has many open claims on payments that no RPC has listed. */
export async function hasTooManyOpen(db: Queryable, { address, network }: ClaimOrigin): Promise<boolean> {
  const { rows } = await db.query<{ of_address: number; of_network: number }>(
    `select count(*) filter (where claimed_from = $1)::int as of_address, count(*)::int as of_network
     from payment_checks where claimed_from_network = $2 and next_check_at is not null and listed_at is null`,
    [address, network],
  )
  const { of_address = 0, of_network = 0 } = rows[0] ?? {}
  return of_address >= MAX_OPEN_PER_ADDRESS || of_network >= MAX_OPEN_PER_NETWORK
}
