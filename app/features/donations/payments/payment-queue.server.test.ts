import { randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { type FaultyRpc, faultyRpc } from '../../../../tests/support/ledger/faulty-rpc.ts'
import { SOL, type TestLedger, testLedger } from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'
import { openReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { enqueueFound, leaseDue, type Shares } from './payment-checks-store.server.ts'
import { startPaymentQueue } from './payment-queue.server.ts'

let database: TestDatabase
let ledger: TestLedger
let rpc: FaultyRpc
let app: DonationsApp

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
  rpc = await faultyRpc(ledger.rpcUrl)
  app = await donationsApp(database, ledger, { rpcUrls: [rpc.url] })
})

afterEach(async () => {
  rpc.behave(undefined)
  await database.db.query('delete from payment_checks')
})

afterAll(async () => {
  await app.close()
  rpc.close()
  await ledger.close()
  await database.drop()
})

const someHashes = (count: number) =>
  Array.from({ length: count }, () => getBase58Decoder().decode(randomBytes(64)))

/** Claims that were checked this many times in vain. */
async function claim(txHashes: string[], checks = 0, accountId = app.needs.account.id): Promise<void> {
  await database.db.query(
    `insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id, absent_checks, next_check_at)
     select hash, 1, true, $2, $3, now() - interval '1 hour' from unnest($1::text[]) as given (hash)`,
    [txHashes, accountId, checks],
  )
}

async function list(txHashes: string[]): Promise<void> {
  await enqueueFound(database.db, { txHashes, npcId: '1', accountId: app.needs.account.id })
}

function run(): void {
  const queue = startPaymentQueue(app.needs)
  onTestFinished(() => queue.close())
}

async function isCredited(txHash: string): Promise<boolean> {
  const { rowCount } = await database.db.query('select from donations where tx_hash = $1 and verified', [
    txHash,
  ])
  return rowCount === 1
}

test('2,000 claims without a payment do not delay a payment that an RPC listed', async () => {
  await claim(someHashes(1_000))
  await claim(someHashes(1_000), 5)
  const txHash = await ledger.pay(SOL / 10n)
  await list([txHash])
  const { rows } = await database.db.query<{ count: number }>(
    'select sum(attempts)::int as count from payment_checks where is_claimed',
  )
  expect(rows[0]?.count).toBe(0)
  run()
  await until(() => isCredited(txHash))
  const { rows: after } = await database.db.query<{ checked: number }>(
    'select count(*)::int as checked from payment_checks where is_claimed and attempts > 0',
  )
  expect(after[0]?.checked).toBeLessThan(1_000)
})

const lease = (limit: number, shares: Shares) =>
  leaseDue(app.needs.db, { accountId: app.needs.account.id, limit, shares, leaseMs: 60_000 })

async function leasedKinds(limit: number, shares: Shares) {
  const leased = await lease(limit, shares)
  return {
    listed: leased.filter(({ is_listed }) => is_listed).length,
    claimed: leased.filter(({ is_listed, absent_checks }) => !is_listed && absent_checks === 0).length,
    unseen: leased.filter(({ is_listed, absent_checks }) => !is_listed && absent_checks > 0).length,
  }
}

test('listed payments, claims and unseen claims each get their share of the places', async () => {
  await claim(someHashes(50))
  await claim(someHashes(50), 3)
  await list(someHashes(50))
  const shares = { listed: 8, claimed: 6, unseen: 2 }
  expect(await leasedKinds(16, shares)).toEqual(shares)
  // A freed place goes to the kind that has less than its share.
  expect(await leasedKinds(1, { listed: 1, claimed: 0, unseen: 0 })).toEqual({
    listed: 1,
    claimed: 0,
    unseen: 0,
  })
  expect(await leasedKinds(1, { listed: 0, claimed: 1, unseen: 0 })).toEqual({
    listed: 0,
    claimed: 1,
    unseen: 0,
  })
})

test('listed and claimed payments borrow unused places, unseen claims do not', async () => {
  const shares = { listed: 8, claimed: 6, unseen: 2 }
  await claim(someHashes(50), 3)
  expect(await leasedKinds(16, shares)).toEqual({ listed: 0, claimed: 0, unseen: 2 })
  await list(someHashes(50))
  expect(await leasedKinds(16, shares)).toMatchObject({ listed: 14, unseen: 2 })
  await database.db.query('delete from payment_checks')
  await claim(someHashes(50))
  expect(await leasedKinds(16, shares)).toMatchObject({ claimed: 16 })
})

test('the checks of another account are left alone', async () => {
  const other = await openReceivingAccount(app.needs.db, {
    genesisHash: 'other',
    address: ledger.recipient.address,
  })
  await claim(someHashes(3), 0, other.id)
  expect(await lease(16, { listed: 8, claimed: 6, unseen: 2 })).toEqual([])
})

test('unseen claims are not checked again within five seconds', async () => {
  const [txHash = ''] = someHashes(1)
  await claim([txHash])
  run()
  await until(async () => {
    const { rows } = await database.db.query('select absent_checks from payment_checks where tx_hash = $1', [
      txHash,
    ])
    return rows[0]?.absent_checks > 0
  })
  await until(async () => {
    const { rows } = await database.db.query<{ seconds: number }>(
      `select extract(epoch from next_check_at - now())::float8 as seconds from payment_checks where tx_hash = $1`,
      [txHash],
    )
    const seconds = rows[0]?.seconds ?? 0
    return seconds > 4 && seconds <= 15
  })
})

test('checks that hang do not delay the others', async () => {
  const hanging = someHashes(7)
  await claim(hanging)
  rpc.behave({
    onlyIf: ({ params }) => hanging.includes(String(params[0])),
    answer: () => {},
  })
  const paid = await Promise.all(
    Array.from({ length: 20 }, (_, place) => ledger.pay(SOL / 10n + BigInt(place))),
  )
  run()
  await list(paid)
  await until(async () => (await Promise.all(paid.map(isCredited))).every(Boolean))
  const { rows } = await database.db.query<{ count: number }>(
    'select count(*)::int as count from payment_checks where tx_hash = any ($1) and absent_checks > 0',
    [hanging],
  )
  expect(rows[0]?.count).toBe(0)
})

test('a check that throws is warned about once and retried when its lease ends', async () => {
  const txHash = await ledger.pay(SOL / 10n)
  await list([txHash])
  const before = app.lines().length
  let failures = 0
  const chain = {
    ...app.needs.chain,
    findTransaction: async (signature: string) => {
      if (failures++ < 3) throw new Error('a fault of ours')
      return app.needs.chain.findTransaction(signature)
    },
  }
  const queue = startPaymentQueue({ ...app.needs, chain }, 100)
  onTestFinished(() => queue.close())
  await until(() => isCredited(txHash))
  expect(failures).toBeGreaterThan(3)
  const warned = app
    .lines()
    .slice(before)
    .filter(({ msg }) => msg === 'a payment could not be checked')
  expect(warned).toMatchObject([{ level: 40, err: { message: 'a fault of ours' } }])
})

test('the lease is longer than all timeouts of a check combined', async () => {
  const { longestCheckMs } = app.needs.chain
  const two = await donationsApp(database, ledger, { rpcUrls: [rpc.url, ledger.rpcUrl] })
  expect(longestCheckMs).toBeGreaterThan(16_000)
  expect(two.needs.chain.longestCheckMs).toBe(longestCheckMs + 8_000)
  await two.close()
})
