import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { ledgerFixture } from '../../../../tests/support/ledger/ledger-fixture.ts'
import { randomSignature } from '../../../../tests/support/ledger/random-keys.ts'
import { SOL } from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'
import { openReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { enqueueFound, leaseDue, type Shares } from './payment-checks-store.server.ts'
import { startPaymentQueue } from './payment-queue.server.ts'

const fixture = ledgerFixture()
let app: DonationsApp

beforeAll(async () => {
  app = await donationsApp(fixture.database, fixture.ledger, { rpcUrls: [fixture.first.url] })
})

afterEach(() => fixture.database.db.query('delete from payment_checks'))

afterAll(() => app.close())

const someHashes = (count: number) => Array.from({ length: count }, randomSignature)

/** Claims that were checked this many times in vain. */
async function claim(txHashes: string[], checks = 0, accountId = app.context.account.id): Promise<void> {
  await fixture.database.db.query(
    `insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id, absent_checks, next_check_at)
     select hash, 1, true, $2, $3, now() - interval '1 hour' from unnest($1::text[]) as given (hash)`,
    [txHashes, accountId, checks],
  )
}

async function list(txHashes: string[]): Promise<void> {
  await enqueueFound(fixture.database.db, { txHashes, npcId: '1', accountId: app.context.account.id })
}

function run(): void {
  const queue = startPaymentQueue(app.context)
  onTestFinished(() => queue.close())
}

async function isCredited(txHash: string): Promise<boolean> {
  const { rowCount } = await fixture.database.db.query(
    'select from donations where tx_hash = $1 and verified',
    [txHash],
  )
  return rowCount === 1
}

test('2,000 claims without a payment do not delay a payment that an RPC listed', async () => {
  await claim(someHashes(1_000))
  await claim(someHashes(1_000), 5)
  const txHash = await fixture.ledger.pay(SOL / 10n)
  await list([txHash])
  const { rows } = await fixture.database.db.query<{ count: number }>(
    'select sum(attempts)::int as count from payment_checks where is_claimed',
  )
  expect(rows[0]?.count).toBe(0)
  run()
  await until(() => isCredited(txHash))
  const { rows: after } = await fixture.database.db.query<{ checked: number }>(
    'select count(*)::int as checked from payment_checks where is_claimed and attempts > 0',
  )
  expect(after[0]?.checked).toBeLessThan(1_000)
})

const lease = (limit: number, shares: Shares) =>
  leaseDue(app.context.db, { accountId: app.context.account.id, limit, shares, leaseMs: 60_000 })

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
  await fixture.database.db.query('delete from payment_checks')
  await claim(someHashes(50))
  expect(await leasedKinds(16, shares)).toMatchObject({ claimed: 16 })
})

test('the checks of another account are left alone', async () => {
  const other = await openReceivingAccount(app.context.db, {
    genesisHash: 'other',
    address: fixture.ledger.recipient.address,
  })
  await claim(someHashes(3), 0, other.id)
  expect(await lease(16, { listed: 8, claimed: 6, unseen: 2 })).toEqual([])
})

test('unseen claims are not checked again within five seconds', async () => {
  const [txHash = ''] = someHashes(1)
  await claim([txHash])
  run()
  await until(async () => {
    const { rows } = await fixture.database.db.query(
      'select absent_checks from payment_checks where tx_hash = $1',
      [txHash],
    )
    return rows[0]?.absent_checks > 0
  })
  await until(async () => {
    const { rows } = await fixture.database.db.query<{ seconds: number }>(
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
  fixture.first.behave({
    onlyIf: ({ params }) => hanging.includes(String(params[0])),
    answer: () => {},
  })
  const paid = await Promise.all(
    Array.from({ length: 20 }, (_, place) => fixture.ledger.pay(SOL / 10n + BigInt(place))),
  )
  run()
  await list(paid)
  await until(async () => (await Promise.all(paid.map(isCredited))).every(Boolean))
  const { rows } = await fixture.database.db.query<{ count: number }>(
    'select count(*)::int as count from payment_checks where tx_hash = any ($1) and absent_checks > 0',
    [hanging],
  )
  expect(rows[0]?.count).toBe(0)
})

test('a check that throws is warned about once and retried when its lease ends', async () => {
  const txHash = await fixture.ledger.pay(SOL / 10n)
  await list([txHash])
  const before = app.lines().length
  let failures = 0
  const chain = {
    ...app.context.chain,
    findTransaction: async (signature: string) => {
      if (failures++ < 3) throw new Error('a fault of ours')
      return app.context.chain.findTransaction(signature)
    },
  }
  const queue = startPaymentQueue({ ...app.context, chain }, 100)
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
  const { longestCheckMs } = app.context.chain
  const two = await donationsApp(fixture.database, fixture.ledger, {
    rpcUrls: [fixture.first.url, fixture.second.url],
  })
  expect(longestCheckMs).toBeGreaterThan(16_000)
  expect(two.context.chain.longestCheckMs).toBe(longestCheckMs + 8_000)
  await two.close()
})
