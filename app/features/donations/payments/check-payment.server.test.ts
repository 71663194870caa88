import { randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import { DOWN, type Fault, type FaultyRpc, faultyRpc } from '../../../../tests/support/ledger/faulty-rpc.ts'
import {
  SOL,
  type TestLedger,
  testLedger,
  transfer,
  withAccount,
} from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'
import { openReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import type { Verdict } from '../verdicts/judge-transfer.ts'
import { checkPayment } from './check-payment.server.ts'
import { enqueueFound, findCheck } from './payment-checks-store.server.ts'

let database: TestDatabase
let ledger: TestLedger
let first: FaultyRpc
let second: FaultyRpc

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
  first = await faultyRpc(ledger.rpcUrl)
  second = await faultyRpc(ledger.rpcUrl)
})

afterAll(async () => {
  first.close()
  second.close()
  await ledger.close()
  await database.drop()
})

afterEach(() => {
  first.behave(undefined)
  second.behave(undefined)
})

async function open(rpcs: FaultyRpc[] = [first]): Promise<DonationsApp> {
  const app = await donationsApp(database, ledger, { rpcUrls: rpcs.map(({ url }) => url) })
  onTestFinished(() => app.close())
  return app
}

const LACKING: Fault = {
  alter: (result, { method }) => {
    if (method === 'getTransaction') return null
    return method === 'getSignatureStatuses' ? { context: { slot: 1 }, value: [null] } : result
  },
}

const someHash = () => getBase58Decoder().decode(randomBytes(64))

/** As the queue does it, after the second for which answers are shared. */
async function check(app: DonationsApp, txHash: string): Promise<Verdict> {
  app.pass(60_000)
  const found = await findCheck(app.needs.db, txHash)
  if (found === undefined) throw new Error('not queued')
  return checkPayment(app.needs, found)
}

async function finalized(app: DonationsApp, txHash: string): Promise<string> {
  await until(async () => {
    app.pass(1_000)
    return (await app.needs.chain.findTransaction(txHash)).at === 'finalized'
  })
  return txHash
}

async function list(app: DonationsApp, ...txHashes: string[]): Promise<void> {
  await enqueueFound(database.db, { txHashes, npcId: '1', accountId: app.needs.account.id })
}

/** Makes the payment's first absence older, by the database's clock. */
async function age(txHash: string, interval: string): Promise<void> {
  await database.db.query(
    `update payment_checks set absent_since = absent_since - $2::interval, created_at = created_at - $2::interval
     where tx_hash = $1`,
    [txHash, interval],
  )
}

const isCredited = async (txHash: string) =>
  (await database.db.query('select verified from donations where tx_hash = $1', [txHash])).rows[0]?.verified

test('a claim that no RPC has for three minutes is rejected, and credited when an RPC lists it after all', async () => {
  const app = await open()
  const txHash = await finalized(app, await ledger.pay(SOL / 10n))
  first.behave(LACKING)
  await app.submit('Early', txHash)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  await age(txHash, '10 minutes')
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'not_found' })
  expect(app.lines()).toContainEqual(expect.objectContaining({ level: 30, msg: 'donation rejected', txHash }))
  first.behave(undefined)
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
  const txHash = await finalized(app, await ledger.pay(SOL / 10n))
  await app.submit('Waiting', txHash)
  await age(txHash, '10 minutes')
  first.behave(LACKING)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  first.behave(undefined)
  expect(await check(app, txHash)).toMatchObject({ status: 'verified' })
})

test('a process whose clock is a day ahead of the database rejects nothing earlier', async () => {
  const app = await open()
  const txHash = someHash()
  await app.submit('Ahead', txHash)
  for (let day = 0; day < 5; day += 1) {
    app.pass(24 * 60 * 60_000)
    expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  }
})

test('any sighting restarts the three minutes; an RPC that does not answer does not', async () => {
  const app = await open()
  const txHash = await finalized(app, await ledger.pay(SOL / 10n))
  await app.submit('Seen', txHash)
  first.behave(LACKING)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  await age(txHash, '10 minutes')
  first.behave({ alter: (result, { method }) => (method === 'getTransaction' ? null : result) })
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'below_commitment' })
  first.behave(LACKING)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  await age(txHash, '10 minutes')
  first.behave(DOWN)
  expect(await check(app, txHash)).toMatchObject({ reason: 'rpc_unavailable' })
  first.behave(LACKING)
  await check(app, txHash)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'not_found' })
})

test('a listed payment that no RPC has for an hour is kept, checked rarely, and warned about', async () => {
  const app = await open()
  const txHash = someHash()
  await list(app, txHash)
  await database.db.query('update payment_checks set attempts = 16 where tx_hash = $1', [txHash])
  for (let round = 0; round < 4; round += 1) {
    expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'not_found_yet' })
    await age(txHash, '1 hour')
  }
  const { rows } = await database.db.query(
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
  const app = await open([first, second])
  const txHash = await finalized(app, await ledger.pay(SOL / 10n))
  await list(app, txHash)
  first.behave(fault)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'rpc_unavailable' })
  expect(app.lines().filter(({ level }) => level === 50)).toMatchObject([{ txHash }])
  second.behave(DOWN)
  expect(await check(app, txHash)).toEqual({ status: 'pending', reason: 'rpc_unavailable' })
  second.behave(fault)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason })
})

test('a listed payment without our address is a contradiction, not a rejection', async () => {
  const app = await open()
  const other = await finalized(app, await ledger.send([transfer(ledger.donor, ledger.donor.address, SOL)]))
  await list(app, other)
  expect(await check(app, other)).toEqual({ status: 'pending', reason: 'meta_missing' })
  const claimed = await finalized(app, await ledger.send([transfer(ledger.donor, ledger.donor.address, 5n)]))
  await app.submit('Wrong', claimed)
  expect(await check(app, claimed)).toEqual({ status: 'rejected', reason: 'recipient_not_in_transaction' })
})

test('a payment that belongs to another account, credited or open, is not verified for this one', async () => {
  const app = await open()
  const other = await openReceivingAccount(database.db, {
    genesisHash: 'other',
    address: ledger.recipient.address,
  })
  const [credited, waiting] = [someHash(), someHash()]
  await database.db.query(
    `insert into donations (npc_id, username, lamports, tx_hash, verified, receiving_account_id)
     values (1, 'Play', 5, $1, true, $2)`,
    [credited, other.id],
  )
  await database.db.query(
    'insert into payment_checks (tx_hash, npc_id, is_claimed, receiving_account_id) values ($1, 1, true, $2)',
    [waiting, other.id],
  )
  for (const txHash of [credited, waiting])
    expect(await app.verify(txHash)).toEqual({
      status: 200,
      body: { success: false, reason: 'not_found_yet' },
    })
  const { rows } = await database.db.query('select absent_checks from payment_checks where tx_hash = $1', [
    waiting,
  ])
  expect(rows).toEqual([{ absent_checks: 0 }])
})

test('attempts are recorded once per change of outcome', async () => {
  const app = await open()
  const txHash = await finalized(app, await ledger.pay(SOL / 10n))
  await app.submit('Kept', txHash)
  first.behave(LACKING)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  first.behave(DOWN)
  for (let round = 0; round < 3; round += 1) await check(app, txHash)
  first.behave(undefined)
  await check(app, txHash)
  const { rows } = await database.db.query(
    'select outcome from payment_attempts where tx_hash = $1 order by id',
    [txHash],
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual(['not_found_yet', 'rpc_unavailable', 'verified'])
})

test('an unclaimed mention is rejected quietly, and not checked again when listed again', async () => {
  const app = await open()
  const mention = withAccount(transfer(ledger.donor, ledger.donor.address, 5n), ledger.recipient.address)
  const txHash = await finalized(app, await ledger.send([mention]))
  await list(app, txHash)
  expect(await check(app, txHash)).toEqual({ status: 'rejected', reason: 'nothing_received' })
  await list(app, txHash)
  expect(await findCheck(app.needs.db, txHash)).toMatchObject({ rejected_for: 'nothing_received' })
  const { rows } = await database.db.query('select next_check_at from payment_checks where tx_hash = $1', [
    txHash,
  ])
  expect(rows).toEqual([{ next_check_at: null }])
  expect(app.lines().filter(({ level, txHash: of }) => of === txHash && level >= 30)).toEqual([])
})
