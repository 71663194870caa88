import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { DOWN, type FaultyRpc, faultyRpc } from '../../../../tests/support/ledger/faulty-rpc.ts'
import { SOL, type TestLedger, testLedger } from '../../../../tests/support/ledger/test-ledger.ts'
import { checkPayment } from '../payments/check-payment.server.ts'
import { enqueueFound, findCheck } from '../payments/payment-checks-store.server.ts'
import { adoptLegacyPayments } from './adopt-legacy-payments.server.ts'

let database: TestDatabase
let ledger: TestLedger
let rpc: FaultyRpc
let app: DonationsApp

beforeAll(async () => {
  ledger = await testLedger()
  rpc = await faultyRpc(ledger.rpcUrl)
})

beforeEach(async () => {
  database = await testDatabase(inject('databaseServer'))
  app = await donationsApp(database, ledger, { rpcUrls: [rpc.url] })
})

afterEach(async () => {
  rpc.behave(undefined)
  await app.close()
  await database.drop()
})

afterAll(async () => {
  rpc.close()
  await ledger.close()
})

async function payFinalized(): Promise<string> {
  return app.finalized(await ledger.pay(SOL / 10n))
}

/** As an earlier release left them: verified, with a check and an intent, without an account. */
async function addLegacy(...txHashes: string[]): Promise<void> {
  for (const txHash of txHashes)
    await database.db.query(
      `insert into donations (npc_id, username, lamports, tx_hash, verified) values (1, 'Old', 1, $1, true)`,
      [txHash],
    )
  await database.db.query(
    `insert into donation_intents (id, npc_id, username, lamports, reference)
     values ('old', 1, 'Old', 5, 'old reference')`,
  )
  await database.db.query(`insert into payment_checks (tx_hash, npc_id, is_claimed) values ('open', 1, true)`)
}

async function adopted(): Promise<unknown[]> {
  const { rows } = await database.db.query(
    `select receiving_account_id as id from donations union all
     select receiving_account_id from donation_intents union all
     select receiving_account_id from payment_checks`,
  )
  return [...new Set(rows.map(({ id }) => id))]
}

test('payments that are on the chain are adopted, along with their intents and checks', async () => {
  const paid = []
  for (let payment = 0; payment < 5; payment += 1) paid.push(await payFinalized())
  await addLegacy(...paid)
  expect(await adoptLegacyPayments(app.context)).toBe('settled')
  expect(await adopted()).toEqual([app.context.account.id])
})

test('payments that are not on the chain stay out, with a warning', async () => {
  await addLegacy(await payFinalized(), '5'.repeat(88))
  expect(await adoptLegacyPayments(app.context)).toBe('settled')
  expect(await adopted()).toEqual([null])
  const warnings = app.lines().filter(({ msg }) => String(msg).includes('are not on this chain'))
  expect(warnings).toMatchObject([{ level: 40 }])
})

test('a payment that stayed out is adopted when an RPC lists it, and keeps its name', async () => {
  const txHash = await payFinalized()
  await addLegacy(txHash, '5'.repeat(88))
  expect(await adoptLegacyPayments(app.context)).toBe('settled')
  const accountId = app.context.account.id
  await enqueueFound(database.db, { txHashes: [txHash], npcId: '1', accountId })
  const check = await findCheck(app.context.db, txHash)
  expect(check && (await checkPayment(app.context, check))).toMatchObject({ status: 'verified' })
  const { rows } = await database.db.query(
    'select username, lamports, receiving_account_id from donations where tx_hash = $1',
    [txHash],
  )
  expect(rows).toEqual([{ username: 'Old', lamports: SOL / 10n, receiving_account_id: accountId }])
})

test('while no RPC answers, adoption is retried later', async () => {
  await addLegacy(await payFinalized())
  app.pass(60_000)
  rpc.behave(DOWN)
  expect(await adoptLegacyPayments(app.context)).toBe('retry')
  expect(await adopted()).toEqual([null])
  rpc.behave(undefined)
  app.pass(60_000)
  expect(await adoptLegacyPayments(app.context)).toBe('settled')
  expect(await adopted()).toEqual([app.context.account.id])
})

test('without payments from an earlier release no RPC is called', async () => {
  rpc.calls.length = 0
  expect(await adoptLegacyPayments(app.context)).toBe('settled')
  expect(rpc.calls).toEqual([])
})
