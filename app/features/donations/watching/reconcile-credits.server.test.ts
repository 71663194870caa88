import { expect, onTestFinished, test, vi } from 'vitest'
import type { DonationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { ledgerFixture } from '../../../../tests/support/ledger/ledger-fixture.ts'
import { SOL, transfer } from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import { startPaymentQueue } from '../payments/payment-queue.server.ts'
import { findLastReconciliation } from '../review/sums-store.server.ts'
import { judgeBalance } from './judge-balance.ts'
import type { Reconciliation } from './reconcile-credits.server.ts'
import { runDueTasks } from './watch-address.server.ts'

const fixture = ledgerFixture()

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
  const app = await fixture.openApp([{ url: fixture.ledger.rpcUrl }])
  startQueue(app)
  return app
}

function startQueue(app: DonationsApp) {
  const queue = startPaymentQueue(app.context)
  onTestFinished(() => queue.close())
  return queue
}

/** Waits until every payment is listed and has its verdict. */
async function catchUp(app: DonationsApp): Promise<void> {
  await fixture.database.db.query('update account_cursors set next_poll_at = now()')
  await runDueTasks(app.context, createLogLimiter(app.context))
  await settle()
}

/** Runs the hourly comparison now; returns its log lines. */
async function reconcile(app: DonationsApp, onReconciled: (outcome: Reconciliation) => void = () => {}) {
  const before = app.lines().length
  await fixture.database.db.query('update account_cursors set next_reconcile_at = now()')
  await runDueTasks({ ...app.context, onReconciled }, createLogLimiter(app.context))
  return app
    .lines()
    .slice(before)
    .filter(({ balance }) => balance !== undefined)
}

async function settle(): Promise<void> {
  await until(async () => {
    const { rows } = await fixture.database.db.query(
      'select from payment_checks where next_check_at is not null',
    )
    return rows.length === 0
  })
}

async function payFinalized(app: DonationsApp, lamports: bigint): Promise<string> {
  return app.finalized(await fixture.ledger.pay(lamports))
}

test('credits that fit the balance are logged, missing and unbacked ones cause one warning each', async () => {
  const app = await open()
  const last = () => findLastReconciliation(app.context.db, app.context.account.id)
  expect(await last()).toBeNull()
  await payFinalized(app, SOL)
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([{ level: 30, balance: String(SOL) }])
  expect(await last()).toMatchObject({ outcome: null, lamports: String(SOL) })
  await payFinalized(app, SOL / 2n)
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([
    { level: 30, msg: 'the credits fit the balance of the receiving address', credited: String(SOL / 2n) },
  ])

  const outcomes: Reconciliation[] = []
  const note = (outcome: Reconciliation) => void outcomes.push(outcome)
  const lost = await payFinalized(app, SOL / 4n)
  await catchUp(app)
  await fixture.database.db.query(`update donations set lamports = 1000000 where tx_hash = $1`, [lost])
  expect(await reconcile(app, note)).toMatchObject([
    { level: 40, msg: 'the receiving address gained more than was credited', gained: String(SOL / 4n) },
  ])
  expect(await last()).toMatchObject({ outcome: 'missing' })
  expect(await reconcile(app, note)).toMatchObject([{ level: 30 }])

  const inflated = await payFinalized(app, SOL / 8n)
  await catchUp(app)
  await fixture.database.db.query(`update donations set lamports = lamports * 2 where tx_hash = $1`, [
    inflated,
  ])
  expect(await reconcile(app, note)).toMatchObject([
    { level: 40, msg: 'more was credited than the receiving address gained' },
  ])
  expect(outcomes).toEqual(['missing', 'balanced', 'unbacked'])
  expect(await last()).toMatchObject({ outcome: 'unbacked' })
})

test('a payment that the queue lost is found and credited again', async () => {
  const app = await fixture.openApp([{ url: fixture.ledger.rpcUrl }])
  const queue = startQueue(app)
  const txHash = await payFinalized(app, SOL / 5n)
  await catchUp(app)
  // Otherwise it may credit the payment before the comparison counts what is open.
  await queue.close()
  await fixture.database.db.query('delete from donations where tx_hash = $1', [txHash])
  await fixture.database.db.query('delete from payment_checks where tx_hash = $1', [txHash])
  await fixture.database.db.query(`update account_cursors set next_reread_at = 'infinity'`)
  expect(await reconcile(app)).toMatchObject([{ level: 40, missed: 1, open: 1 }])
  startQueue(app)
  await settle()
  const { rows } = await fixture.database.db.query(
    'select lamports from donations where tx_hash = $1 and verified',
    [txHash],
  )
  expect(rows).toEqual([{ lamports: SOL / 5n }])
})

test('a withdrawal by the operator causes no warning', async () => {
  const app = await open()
  await catchUp(app)
  await reconcile(app)
  const { recipient, donor } = fixture.ledger
  const spent = await fixture.ledger.send([transfer(recipient, donor.address, SOL / 2n)], {
    payer: recipient,
  })
  await app.finalized(spent)
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([{ level: 30, gained: String(-SOL / 2n - 5_000n) }])
})

test('a payment that comes while the history is read is left to the next comparison', async () => {
  const app = await open()
  await catchUp(app)
  await reconcile(app)
  await fixture.database.db.query(
    `update account_cursors set next_poll_at = 'infinity', next_reread_at = 'infinity'`,
  )
  const { chain } = app.context
  const listSignatures = chain.listSignatures
  vi.spyOn(chain, 'listSignatures').mockImplementationOnce(async (...asked) => {
    const listed = await listSignatures(...asked)
    await payFinalized(app, SOL / 16n)
    return listed
  })
  expect(await reconcile(app)).toMatchObject([{ level: 30, gained: '0' }])
  await catchUp(app)
  expect(await reconcile(app)).toMatchObject([{ level: 30, gained: String(SOL / 16n) }])
})
