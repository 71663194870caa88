import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import { openReceivingAccount, type ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { recordClaim } from '../claims/record-claim.server.ts'
import { listDonations } from '../donations-store.server.ts'
import type { NameChange } from './contract.ts'
import { hideName } from './hide-name.server.ts'

const INTENT = 'i'.repeat(43)
const NOBODY = { username: 'Anonymous', x_account: null }

let database: TestDatabase
let account: ReceivingAccount

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  account = await openReceivingAccount(database.db, { genesisHash: 'of a test', address: 'ours' })
})

/** Three credits of one second, the second one by Rude with an X account. */
beforeEach(async () => {
  await sql(
    'delete from donations; delete from donation_claims; delete from donation_intents; delete from events',
  )
  for (const [place, name] of ['Ann', 'Rude', 'Ann'].entries())
    await sql(
      `insert into donations (receiving_account_id, npc_id, username, x_account, lamports, tx_hash, verified, paid_at,
         created_at, slot)
       values ($1, 1, $2, lower($2), 500000000, $3, true, now(), now(), 1)`,
      [account.id, name, `payment ${place}`],
    )
  await sql(
    `select append_event('donation', jsonb_build_object('tx_hash', 'payment 1', 'username', 'Rude', 'x_account', 'rude'))`,
  )
})

afterAll(() => database.drop())

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

const RUDE = { username: 'Rude', x_account: 'rude' }

const hide = (is_name_hidden: boolean, seen: Omit<NameChange, 'is_name_hidden'> = RUDE) =>
  inTransaction(database.db, (client) => hideName(client, account, 'payment 1', { is_name_hidden, ...seen }))

async function readList() {
  const list = (await listDonations(database.db, account.id)).get('1')
  return { ...list, recent: list?.recent.map(({ created_at: _, ...row }) => row) }
}

const eventsOf = async () =>
  (await sql("select data from events where name = 'donation' order by id")).map(({ data }) => data)

/** By somebody who began the donation before the payment. */
async function claimWithIntent(username: string, xAccount: string | null) {
  await sql(
    `insert into donation_intents (id, npc_id, username, x_account, lamports, reference, receiving_account_id,
       created_at)
     values ($1, 1, $2, $3, 500000000, $1, $4, now() - interval '1 minute')`,
    [INTENT, username, xAccount, account.id],
  )
  const given = { username, x_account: xAccount, amount: 1n, tx_hash: 'payment 1', intent: INTENT }
  return recordClaim(
    { db: database.db, account },
    { npcId: '1', given, from: { address: null, network: 'n' } },
  )
}

test('a hidden name is listed as an unnamed one; its amount, its place and the total stay', async () => {
  const before = await readList()
  expect(before).toMatchObject({ total: 1.5, supporters: 2 })
  expect(await hide(true)).toBe('changed')
  const rows = before.recent?.map((row) => (row.username === 'Rude' ? { ...row, ...NOBODY } : row))
  expect(await readList()).toEqual({ ...before, recent: rows })
  expect(await hide(true)).toBe('unchanged')
})

test('hidden names and unnamed payments count as one supporter', async () => {
  await sql("update donations set username = 'Anonymous', x_account = null where tx_hash = 'payment 0'")
  expect((await readList()).supporters).toBe(3)
  await hide(true)
  expect((await readList()).supporters).toBe(2)
})

test('a name that is shown again is as it was', async () => {
  const before = await readList()
  await hide(true)
  expect(await hide(false)).toBe('changed')
  expect(await readList()).toEqual(before)
})

test('the events of the last day lose the name and get it back, and a new one makes open pages read', async () => {
  await hide(true)
  const hidden = await eventsOf()
  expect(hidden).toHaveLength(2)
  expect(hidden[0]).toEqual({ tx_hash: 'payment 1', ...NOBODY })
  expect(hidden[1]).toMatchObject({
    tx_hash: 'payment 1',
    npc_id: '1',
    amount: 0.5,
    is_revision: true,
    ...NOBODY,
  })
  await hide(false)
  expect(await eventsOf()).toMatchObject([RUDE, RUDE, RUDE])
})

test('a stronger claim with another name is shown', async () => {
  await hide(true)
  expect(await claimWithIntent('Bob', null)).toMatchObject({ status: 'created' })
  expect((await readList()).recent?.map(({ username }) => username)).toContain('Bob')
  expect((await eventsOf()).at(-1)).toMatchObject({ username: 'Bob' })
  expect(await hide(false)).toBe('renamed')
  expect(await hide(true, { username: 'Bob', x_account: null })).toBe('changed')
})

test.each([
  ['rude', 'Rude', true],
  [null, 'Rude', false],
])(
  'a stronger claim with the X account %s and the name %s: hidden is %s',
  async (xAccount, name, isHidden) => {
    await hide(true)
    await claimWithIntent(name, xAccount)
    expect(await sql("select proof, is_name_hidden from donations where tx_hash = 'payment 1'")).toEqual([
      { proof: 'intent', is_name_hidden: isHidden },
    ])
    expect(JSON.stringify(await readList()).includes('Rude')).toBe(!isHidden)
  },
)

test('what is not credited, not here or not there has no name to hide', async () => {
  await sql("update donations set verified = false where tx_hash = 'payment 1'")
  expect(await hide(true)).toBe('unknown')
  await sql("update donations set verified = true, receiving_account_id = null where tx_hash = 'payment 1'")
  expect(await hide(true)).toBe('unknown')
  await sql("delete from donations where tx_hash = 'payment 1'")
  expect(await hide(true)).toBe('unknown')
})
