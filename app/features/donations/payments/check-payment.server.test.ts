import { expect, test } from 'vitest'
import type { DonationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { DOWN, type Fault, LACKS_TRANSACTIONS } from '../../../../tests/support/ledger/faulty-rpc.ts'
import { ledgerFixture } from '../../../../tests/support/ledger/ledger-fixture.ts'
import { randomSignature } from '../../../../tests/support/ledger/random-keys.ts'
import { SOL, transfer, withAccount } from '../../../../tests/support/ledger/test-ledger.ts'
import { openReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Verdict } from '../verdicts/judge-transfer.ts'
import { checkPayment } from './check-payment.server.ts'
import { enqueueFound, findCheck } from './payment-checks-store.server.ts'

const fixture = ledgerFixture()

const open = (rpcs = [fixture.first]) => fixture.openApp(rpcs)

/** As the queue does it, after the second for which answers are shared. */
async function check(app: DonationsApp, txHash: string): Promise<Verdict> {
  app.pass(60_000)
  const found = await findCheck(app.context.db, txHash)
  if (found === undefined) throw new Error('not queued')
  return checkPayment(app.context, found)
}

async function list(app: DonationsApp, ...txHashes: string[]): Promise<void> {
  await enqueueFound(fixture.database.db, { txHashes, npcId: '1', accountId: app.context.account.id })
}

/** Makes the payment's first absence older, by the database's clock. */
async function age(txHash: string, interval: string): Promise<void> {
  await fixture.database.db.query(
    `update payment_checks set absent_since = absent_since - $2::interval, created_at = created_at - $2::interval
     where tx_hash = $1`,
    [txHash, interval],
  )
}

const isCredited = async (txHash: string) =>
  (await fixture.database.db.query('select verified from donations where tx_hash = $1', [txHash])).rows[0]
    ?.verified

test('a claim that no RPC has for three minutes is rejected, and credited when an RPC lists it after all', async () => {
  const app = await open()
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  fixture.first.behave(LACKS_TRANSACTIONS)
  await app.submit('Early', txHash)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  await age(txHash, '10 minutes')
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'not_found' })
  expect(app.lines()).toContainEqual(expect.objectContaining({ level: 30, msg: 'donation rejected', txHash }))
  fixture.first.behave(undefined)
  await list(app, txHash)
  expect(await check(app, txHash)).toMatchObject({ status: 'verified' })
  expect(await isCredited(txHash)).toBe(true)
  expect(app.lines()).toContainEqual(
    expect.objectContaining({
      level: 30,
      msg: 'donation credited',
      txHash,
      lamports: String(SOL / 10n),
      proof: 'paste',
    }),
  )
})

test('a check that waited ten minutes and was absent once succeeds the second time', async () => {
  const app = await open()
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  await app.submit('Waiting', txHash)
  await age(txHash, '10 minutes')
  fixture.first.behave(LACKS_TRANSACTIONS)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  fixture.first.behave(undefined)
  expect(await check(app, txHash)).toMatchObject({ status: 'verified' })
})

test('a process whose clock is a day ahead of the database rejects nothing earlier', async () => {
  const app = await open()
  const txHash = randomSignature()
  await app.submit('Ahead', txHash)
  for (let day = 0; day < 5; day += 1) {
    app.pass(24 * 60 * 60_000)
    expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  }
})

test('any sighting restarts the three minutes; an RPC that does not answer does not', async () => {
  const app = await open()
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  await app.submit('Seen', txHash)
  fixture.first.behave(LACKS_TRANSACTIONS)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  await age(txHash, '10 minutes')
  fixture.first.behave({ alter: (result, { method }) => (method === 'getTransaction' ? null : result) })
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'below_commitment' })
  fixture.first.behave(LACKS_TRANSACTIONS)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  await age(txHash, '10 minutes')
  fixture.first.behave(DOWN)
  expect(await check(app, txHash)).toMatchObject({ reason: 'rpc_unavailable' })
  fixture.first.behave(LACKS_TRANSACTIONS)
  await check(app, txHash)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'not_found' })
})

test('a listed payment that no RPC has for an hour is kept, checked rarely, and warned about', async () => {
  const app = await open()
  const txHash = randomSignature()
  await list(app, txHash)
  await fixture.database.db.query('update payment_checks set attempts = 16 where tx_hash = $1', [txHash])
  for (let round = 0; round < 4; round += 1) {
    expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
    await age(txHash, '1 hour')
  }
  const { rows } = await fixture.database.db.query(
    `select rejected_for, extract(epoch from next_check_at - now())::float8 as seconds
     from payment_checks where tx_hash = $1`,
    [txHash],
  )
  expect(rows).toMatchObject([{ rejected_for: null }])
  expect(rows[0].seconds).toBeGreaterThan(120)
  expect(app.lines()).toContainEqual(
    expect.objectContaining({ level: 40, txHash, msg: 'a Solana RPC listed a payment that no RPC can show' }),
  )
})

type Meta = { err: unknown; postBalances: number[]; preBalances: number[] }
const altered = (alter: (meta: Meta) => Partial<Meta>): Fault => ({
  alter: (result: { meta: Meta } | null, { method }) =>
    method === 'getTransaction' && result
      ? { ...result, meta: { ...result.meta, ...alter(result.meta) } }
      : result,
})
const SAYS_FAILED = altered(() => ({ err: { InstructionError: [0, 'InvalidArgument'] } }))
const SAYS_NOTHING_RECEIVED = altered(({ preBalances }) => ({ postBalances: preBalances }))

test.each([
  ['failed_on_chain', SAYS_FAILED],
  ['nothing_received', SAYS_NOTHING_RECEIVED],
])('%s from one of two RPCs stays pending with an alarm; from both it is final', async (reason, fault) => {
  const app = await open([fixture.first, fixture.second])
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  await list(app, txHash)
  fixture.first.behave(fault)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'rpc_unavailable' })
  expect(app.lines().filter(({ level }) => level === 50)).toMatchObject([{ txHash }])
  fixture.second.behave(DOWN)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'rpc_unavailable' })
  fixture.second.behave(fault)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason })
})

test('a listed payment without our address is a contradiction, not a rejection', async () => {
  const app = await open()
  const other = await app.finalized(
    await fixture.ledger.send([transfer(fixture.ledger.donor, fixture.ledger.donor.address, SOL)]),
  )
  await list(app, other)
  expect(await check(app, other)).toEqual({ status: 'pending', reason: 'meta_missing' })
  const claimed = await app.finalized(
    await fixture.ledger.send([transfer(fixture.ledger.donor, fixture.ledger.donor.address, 5n)]),
  )
  await app.submit('Wrong', claimed)
  expect(await check(app, claimed)).toEqual({ status: 'rejected', reason: 'recipient_not_in_transaction' })
})

test('a payment rejected for another receiving address is checked once an RPC lists it for this one', async () => {
  const app = await open()
  const other = await openReceivingAccount(fixture.database.db, {
    genesisHash: app.context.account.genesisHash,
    address: fixture.ledger.donor.address,
  })
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  await fixture.database.db.query(
    `insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id, next_check_at, rejected_for)
     values ($1, 1, true, $2, null, 'recipient_not_in_transaction')`,
    [txHash, other.id],
  )
  await list(app, txHash)
  expect(await findCheck(app.context.db, txHash)).toMatchObject({
    receiving_account_id: app.context.account.id,
    rejected_for: null,
  })
  expect(await check(app, txHash)).toMatchObject({ status: 'verified' })
  expect(await isCredited(txHash)).toBe(true)
})

test('a payment that belongs to another account, credited or open, is not verified for this one', async () => {
  const app = await open()
  const other = await openReceivingAccount(fixture.database.db, {
    genesisHash: 'other',
    address: fixture.ledger.recipient.address,
  })
  const [credited, waiting] = [randomSignature(), randomSignature()]
  await fixture.database.db.query(
    `insert into donations (npc_id, username, lamports, tx_hash, verified, receiving_account_id)
     values (1, 'Play', 5, $1, true, $2)`,
    [credited, other.id],
  )
  await fixture.database.db.query(
    'insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id) values ($1, 1, true, $2)',
    [waiting, other.id],
  )
  for (const txHash of [credited, waiting])
    expect(await app.verify(txHash)).toEqual({
      status: 200,
      body: { success: false, reason: 'not_found_yet' },
    })
  const { rows } = await fixture.database.db.query(
    'select absent_checks from payment_checks where tx_hash = $1',
    [waiting],
  )
  expect(rows).toEqual([{ absent_checks: 0 }])
})

test('attempts are recorded once per change of outcome', async () => {
  const app = await open()
  const txHash = await app.finalized(await fixture.ledger.pay(SOL / 10n))
  await app.submit('Kept', txHash)
  fixture.first.behave(LACKS_TRANSACTIONS)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  fixture.first.behave(DOWN)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  fixture.first.behave(undefined)
  await check(app, txHash)
  const { rows } = await fixture.database.db.query(
    'select outcome from payment_attempts where tx_hash = $1 order by id',
    [txHash],
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['not_found_yet', 'rpc_unavailable', 'verified'])
})

test('an unclaimed mention is rejected quietly, and not checked again when listed again', async () => {
  const app = await open()
  const mention = withAccount(
    transfer(fixture.ledger.donor, fixture.ledger.donor.address, 5n),
    fixture.ledger.recipient.address,
  )
  const txHash = await app.finalized(await fixture.ledger.send([mention]))
  await list(app, txHash)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'nothing_received' })
  await list(app, txHash)
  expect(await findCheck(app.context.db, txHash)).toMatchObject({ rejected_for: 'nothing_received' })
  const { rows } = await fixture.database.db.query(
    'select next_check_at from payment_checks where tx_hash = $1',
    [txHash],
  )
  expect(rows).toEqual([{ next_check_at: null }])
  expect(app.lines().filter(({ level, txHash: of }) => of === txHash && level >= 30)).toEqual([])
})
