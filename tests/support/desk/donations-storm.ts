import { expect } from 'vitest'
import { randomSignature } from '../ledger/random-keys.ts'
import type { RunningSite } from '../site/running-site.ts'

const NAMES = ['Ann', 'Bob', 'Cid']
const CLAIMS = 20

/** Credits by three donors, and rejected claims. */
export async function insertDonations({ database }: RunningSite): Promise<void> {
  for (const name of NAMES)
    await database.query(
      `insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash, verified)
       select id, 1, $1, 1000000, $2, true from receiving_accounts`,
      [name, randomSignature()],
    )
  for (let claim = 0; claim < CLAIMS; claim += 1)
    await database.query(
      `insert into payment_checks (receiving_account_id, npc_id, is_claimed, tx_hash, next_check_at, rejected_for)
       select id, 1, true, $1, null, 'not_found' from receiving_accounts`,
      [randomSignature()],
    )
}

type Payments = { payments: { tx_hash: string; username: string; is_name_hidden: boolean }[] }

export async function hideAndShowNames(url: string, cookie: string): Promise<void> {
  for (const { tx_hash, username, is_name_hidden } of (await read(url, cookie, 'credited')).payments)
    await change('PUT', `${url}/api/donations/${tx_hash}/name`, cookie, {
      is_name_hidden: !is_name_hidden,
      username,
      x_account: null,
    })
}

export async function checkAgain(url: string, cookie: string): Promise<void> {
  const [payment] = (await read(url, cookie, 'rejected')).payments
  if (payment) await change('POST', `${url}/api/donations/${payment.tx_hash}/check`, cookie)
}

async function read(url: string, cookie: string, status: string): Promise<Payments> {
  const answer = await fetch(`${url}/api/donations?status=${status}`, { headers: { cookie } })
  return (await answer.json()) as Payments
}

async function change(method: string, address: string, cookie: string, body: object = {}): Promise<void> {
  const headers = { origin: new URL(address).origin, 'content-type': 'application/json', cookie }
  await fetch(address, { method, headers, body: JSON.stringify(body) })
}

/** The audit log, the rows and the newest event of each payment say the same. */
export async function expectDonationsAgree({ database }: RunningSite): Promise<void> {
  const { rows } = await database.query(
    `select username, is_name_hidden,
       count(*) filter (where action = 'hid the name of a donation')
         - count(*) filter (where action = 'showed the name of a donation') = is_name_hidden::int as is_logged,
       (select data ->> 'username' from events where name = 'donation' and data ->> 'tx_hash' = tx_hash
        order by events.id desc limit 1) as announced
     from donations left join audit_log on details ->> 'transaction' = tx_hash
     where verified group by tx_hash, username, is_name_hidden order by username`,
  )
  expect(rows).toEqual(
    rows.map(({ username, is_name_hidden, announced }) => ({
      username,
      is_name_hidden,
      is_logged: true,
      announced: announced === null ? null : is_name_hidden ? 'Anonymous' : username,
    })),
  )
  expect(rows.map(({ username }) => username)).toEqual(NAMES)
  const { rows: checks } = await database.query(
    `select tx_hash from payment_checks full join
       (select details ->> 'transaction' as tx_hash, true as is_logged from audit_log
        where action = 're-checked a payment') logged using (tx_hash)
     where rechecked_at is not null <> coalesce(is_logged, false)`,
  )
  expect(checks).toEqual([])
}
