import type { ReceivingAccount } from '../../features/donations/accounts/receiving-accounts-store.server.ts'
import { type SolanaNetwork, toSolText } from '../../features/donations/contract.ts'
import { type CreditRow, exportCredits } from '../../features/donations/review/export-credits-store.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'

type Needs = { db: Db; account: ReceivingAccount; network: SolanaNetwork }

export const CREDIT_COLUMNS = [
  'lamports',
  'sol',
  'signature',
  'block_time',
  'name',
  'x_account',
  'proof',
  'npc_id',
  'network',
  'is_hidden',
]

/** Each holds one of the ten connections of this instance. */
const MAX_AT_ONCE = 2
const RETRY_AFTER_S = 10
const TOO_MANY = 'Two downloads are under way. Please try again when one of them has ended.'

/** The rows of the table, batch by batch. A download beyond the limit is rejected when it is first read. */
export function createCreditsExport({ db, account, network }: Needs) {
  let running = 0

  return async function* exportRows(): AsyncGenerator<(string | null)[][], void> {
    if (running >= MAX_AT_ONCE) throw new HttpProblem(503, TOO_MANY, RETRY_AFTER_S, 'too_many_downloads')
    running += 1
    try {
      for await (const batch of exportCredits({ db }, account.id))
        yield batch.map((credit) => toCells(credit, network))
    } finally {
      running -= 1
    }
  }
}

function toCells(credit: CreditRow, network: SolanaNetwork): (string | null)[] {
  const { lamports, tx_hash, paid_at, username, x_account, proof, npc_id, is_name_hidden } = credit
  return [
    String(lamports),
    toSolText(lamports),
    tx_hash,
    paid_at?.toISOString() ?? null,
    username,
    x_account,
    proof,
    npc_id,
    network,
    String(is_name_hidden),
  ]
}
