import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { SOL, type TestLedger, testLedger, transfer } from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import { startPaymentQueue } from '../payments/payment-queue.server.ts'
import { judgeBalance } from './judge-balance.ts'
import { runDueTasks } from './watch-address.server.ts'

let database: TestDatabase
let ledger: TestLedger

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
})

afterAll(async () => {
  await ledger.close()
  await database.drop()
})

test.each([
  ['as much as was credited', 5n * SOL, 5n * SOL, false, 'balanced'],
  ['dust in addition', 5n * SOL + 999_999n, 5n * SOL, false, 'balanced'],
  ['one donation more', 5n * SOL + 1_000_000n, 5n * SOL, false, 'missing'],
  ['less than was credited', 4n * SOL, 5n * SOL, false, 'unbacked'],
  ['less because it spent', -4n * SOL, 5n * SOL, true, 'balanced'],
  ['more although it spent', 6n * SOL, 5n * SOL, true, 'missing'],
])('the address gained %s', (_title, gained, credited, hasSpent, verdict) => {
  const before = { slot: 1n, lamports: 7n }
  const now = { slot: 2n, lamports: before.lamports + gained }
  expect(judgeBalance({ before, now, credited, hasSpent })).toBe(verdict)
})

async function open(): Promise<DonationsApp> {
  const app = await donationsApp(database, ledger, { rpcUrls: [ledger.rpcUrl] })
  const queue = startPaymentQueue(app.needs)
  onTestFinished(async () => {
    await queue.close()
    await app.close()
  })
  return app
}

/** Waits until every payment is listed and has its verdict. */
async function catchUp(app: DonationsApp): Promise<void> {
  await database.db.query('update account_cursors set next_poll_at = now()')
  await runDueTasks(app.needs, createLogLimiter(app.needs))
  await settle()
}

/** Runs the hourly comparison now; returns its log lines. */
async function reconcile(app: DonationsApp) {
  const before = app.lines().length
  await database.db.query('update account_cursors set next_reconcile_at = now()')
  await runDueTasks(app.needs, createLogLimiter(app.needs))
  return app
    .lines()
    .slice(before)
    .filter(({ balance }) => balance !== undefined)
}

async function settle(): Promise<void> {
  await until(async () => {
    const { rows } = await database.db.query('select from payment_checks where next_check_at is not null')
    return rows.length === 0
  })
}

async function payFinally(app: DonationsApp, lamports: bigint): Promise<string> {
  const txHash = await ledger.pay(lamports)
  await until(async () => {
    app.pass(1_000)
    return (await app.needs.chain.findTransaction(txHash)).at === 'finalized'
  })
  return txHash
}

test('credits that fit the balance are logged, missing and unbacked ones cause one warning each', async () => {
  const app = await open()
  await payFinally(app, SOL)
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([{ level: 30, balance: String(SOL) }])
  await payFinally(app, SOL / 2n)
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([
    { level: 30, msg: 'the credits fit the balance of the receiving address', credited: String(SOL / 2n) },
  ])

  const lost = await payFinally(app, SOL / 4n)
  await catchUp(app)
  await database.db.query(`update donations set lamports = 1000000 where tx_hash = $1`, [lost])
  expect(await reconcile(app)).toMatchObject([
    { level: 40, msg: 'the receiving address gained more than was credited', gained: String(SOL / 4n) },
  ])
  expect(await reconcile(app)).toMatchObject([{ level: 30 }])

  const inflated = await payFinally(app, SOL / 8n)
  await catchUp(app)
  await database.db.query(`update donations set lamports = lamports * 2 where tx_hash = $1`, [inflated])
  expect(await reconcile(app)).toMatchObject([
    { level: 40, msg: 'more was credited than the receiving address gained' },
  ])
})

test('a payment that the queue lost is found and credited again', async () => {
  const app = await open()
  const txHash = await payFinally(app, SOL / 5n)
  await catchUp(app)
  await database.db.query('delete from donations where tx_hash = $1', [txHash])
  await database.db.query('delete from payment_checks where tx_hash = $1', [txHash])
  await database.db.query(`update account_cursors set next_reread_at = 'infinity'`)
  expect(await reconcile(app)).toMatchObject([{ level: 40, missed: 1, open: 1 }])
  await settle()
  const { rows } = await database.db.query('select lamports from donations where tx_hash = $1 and verified', [
    txHash,
  ])
  expect(rows).toEqual([{ lamports: SOL / 5n }])
})

test('a withdrawal by the operator causes no warning', async () => {
  const app = await open()
  await catchUp(app)
  await reconcile(app)
  const { recipient, donor } = ledger
  const spent = await ledger.send([transfer(recipient, donor.address, SOL / 2n)], { payer: recipient })
  await until(async () => {
    app.pass(1_000)
    return (await app.needs.chain.findTransaction(spent)).at === 'finalized'
  })
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([{ level: 30, gained: String(-SOL / 2n - 5_000n) }])
})
