import {
  createSignableMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64Decoder,
  type KeyPairSigner,
} from '@solana/kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { testAccount } from '../../../tests/support/ledger/test-account.ts'
import { SOL, type TestLedger, testLedger } from '../../../tests/support/ledger/test-ledger.ts'
import { noLimits } from '../../../tests/support/site/no-limits.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { type Changes, watchChanges } from '../../platform/database/watch-changes.server.ts'
import { openReceivingAccount, type ReceivingAccount } from './accounts/receiving-accounts-store.server.ts'
import { openChain } from './chain/solana-api.server.ts'
import { claimText } from './contract.ts'
import { type DonationLists, keepDonationLists } from './donation-lists.server.ts'
import { donationsApi } from './donations-api.server.ts'
import { type PaymentQueue, startPaymentQueue } from './payments/payment-queue.server.ts'
import { type AddressWatcher, watchAddress } from './watching/watch-address.server.ts'

let database: TestDatabase
let ledger: TestLedger
let account: ReceivingAccount
let app: FastifyInstance
let queue: PaymentQueue
let watcher: AddressWatcher
let changes: Changes
let donations: DonationLists
let reads = 0

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls: [ledger.rpcUrl], clock: systemClock, log: silentLog })
  account = await testAccount(database.db, ledger.rpcUrl, terms.address)
  const needs = { db: database.db, chain, account, clock: systemClock, log: silentLog }
  changes = watchChanges(database.url, silentLog)
  donations = keepDonationLists({ ...needs, db: countingReads(database.db), changes })
  app = Fastify()
  const borrowed = {
    donations,
    rateLimits: noLimits,
    visitorSecret: 'for tests only',
    publicUrl: 'https://npc.example',
  }
  await app.register(donationsApi, { prefix: '/api', ...borrowed, ...needs })
  queue = startPaymentQueue(needs)
  watcher = watchAddress(needs)
})

afterAll(async () => {
  await watcher.close()
  await queue.close()
  await app.close()
  donations.close()
  await changes.close()
  await ledger.close()
  await database.drop()
})

function countingReads(db: Db): Db {
  const query = (...statement: Parameters<Db['query']>) => {
    reads += 1
    return db.query(...statement)
  }
  return { query } as unknown as Db
}

const post = (url: string, payload: unknown) =>
  app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object })
const submit = (username: string, tx_hash: string, more: object = {}) =>
  post('/npcs/1/donations', { username, amount: 0.5, tx_hash, ...more })
const begin = async (username: string, amount = 0.5) =>
  (await post('/npcs/1/donation-intents', { username, amount })).json()
const list = async () => (await app.inject('/api/npcs/1/donations')).json()
const verify = async (txHash: string) => (await post('/verify-solana-tx', { txHash })).json()

async function rowOf(txHash: string) {
  const { rows } = await database.db.query(
    'select npc_id, username, lamports, verified, proof, created_at, paid_at from donations where tx_hash = $1',
    [txHash],
  )
  return rows[0]
}

async function queueIsIdle(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rowCount } = await database.db.query('select from payment_checks where next_check_at is not null')
    return rowCount === 0
  })
}

async function credited(txHash: string) {
  return vi.waitUntil(
    async () => {
      const line = await rowOf(txHash)
      return line?.verified ? line : undefined
    },
    { timeout: 25_000, interval: 50 },
  )
}

test('a pasted hash is created unverified, then verified with what the chain says, and listed', async () => {
  const txHash = await ledger.pay(SOL / 4n)
  const created = await submit('Ann', txHash, { x_account: '@ann' })
  expect(created.statusCode).toBe(201)
  expect(created.json()).toMatchObject({
    npc_id: '1',
    username: 'Ann',
    x_account: 'ann',
    amount: 0.5,
    tx_hash: txHash,
    verified: false,
  })
  await vi.waitUntil(async () => (await verify(txHash)).success, { timeout: 25_000, interval: 50 })
  expect(await verify(txHash)).toEqual({ success: true, amount: 0.25 })
  const { recent, total, supporters } = await list()
  expect(recent[0]).toMatchObject({ username: 'Ann', x_account: 'ann', amount: 0.25, tx_hash: txHash })
  expect(total).toBe(0.25)
  expect(supporters).toBe(1)
})

test('a payment nobody claims is Anonymous, until somebody does', async () => {
  const txHash = await ledger.pay(SOL)
  expect(await credited(txHash)).toMatchObject({ username: 'Anonymous', lamports: SOL, proof: 'none' })
  expect((await submit('Bob', txHash)).json()).toMatchObject({ username: 'Bob', verified: false })
  expect(await rowOf(txHash)).toMatchObject({
    username: 'Bob',
    proof: 'paste',
    lamports: SOL,
    verified: true,
  })
  expect((await submit('Late', txHash)).statusCode).toBe(409)
})

test('a reference completes by itself and goes before a thief who pastes first', async () => {
  const intent = await begin('Donor')
  expect(intent.payment_url).toContain(
    `solana:${ledger.recipient.address}?amount=0.5&reference=${intent.reference}`,
  )
  const txHash = await ledger.pay(SOL / 2n, { reference: intent.reference })
  await submit('Thief', txHash)
  expect(await credited(txHash)).toMatchObject({ username: 'Donor', proof: 'reference' })
  const state = (await app.inject(`/api/donation-intents/${intent.id}`)).json()
  expect(state.donation).toMatchObject({ username: 'Donor', amount: 0.5, verified: true })
  expect((await submit('Thief', txHash)).statusCode).toBe(409)
})

test('who began before the payment displaces a thief, also after the credit, with a record of it', async () => {
  const intent = await begin('Donor')
  const txHash = await ledger.pay(SOL / 2n)
  await submit('Thief', txHash)
  await credited(txHash)
  expect((await submit('Donor', txHash, { intent: intent.id })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Donor', proof: 'intent' })
  const { rows } = await database.db.query('select * from donation_displacements where tx_hash = $1', [
    txHash,
  ])
  expect(rows).toMatchObject([{ old_username: 'Thief', old_proof: 'paste', new_username: 'Donor' }])
})

type Text = Partial<Parameters<typeof claimText>[0]>

async function signedBy(signer: KeyPairSigner, txHash: string, username: string, other: Text = {}) {
  const issuedAt = other.issuedAt ?? new Date().toISOString()
  const here = {
    domain: 'npc.example',
    network: 'localnet',
    txHash,
    username,
    xAccount: null,
    issuedAt,
  } as const
  const [signatures] = await signer.signMessages([createSignableMessage(claimText({ ...here, ...other }))])
  const bytes = signatures?.[signer.address]
  const signature = bytes ? getBase64Decoder().decode(bytes) : ''
  return { address: signer.address, signature, issued_at: issuedAt }
}

test.each<[string, Text]>([
  ['for another site', { domain: 'evil.example' }],
  ['for another network', { network: 'mainnet' }],
  ['with another X account', { xAccount: 'mallory' }],
  ['two days ago', { issuedAt: new Date(Date.now() - 48 * 3_600_000).toISOString() }],
])('a claim that the wallet signed %s proves nothing', async (_, other) => {
  const txHash = await ledger.pay(SOL / 2n)
  const wallet = await signedBy(ledger.donor, txHash, 'Donor', other)
  expect((await submit('Donor', txHash, { wallet })).statusCode).toBe(422)
})

test('an intent begun long before takes nothing from the donor who began last, paid and was credited', async () => {
  const old = await begin('Mallory')
  const own = await begin('Ann')
  const txHash = await ledger.pay(SOL / 2n)
  expect((await submit('Ann', txHash, { intent: own.id })).statusCode).toBe(201)
  expect(await credited(txHash)).toMatchObject({ username: 'Ann', proof: 'intent' })
  expect((await submit('Mallory', txHash, { intent: old.id })).statusCode).toBe(409)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Ann' })
})

test('an intent names one payment: for a second one it is a pasted hash', async () => {
  const intent = await begin('Once')
  const payAgain = async () => ledger.pay(SOL / 2n, { reference: (await generateKeyPairSigner()).address })
  const [first, second] = [await payAgain(), await payAgain()]
  for (const txHash of [first, second]) await submit('Once', txHash, { intent: intent.id })
  const proofs = [(await credited(first)).proof, (await credited(second)).proof]
  expect(proofs.sort()).toEqual(['intent', 'paste'])
  const third = await payAgain()
  await credited(third)
  expect((await submit('Twice', third, { intent: intent.id })).statusCode).toBe(201)
  expect(await rowOf(third)).toMatchObject({ username: 'Twice', proof: 'paste' })
})

test('an intent for another amount is a pasted hash; one that fits gives the name typed when it was begun', async () => {
  const other = await begin('Other amount', 0.25)
  const txHash = await ledger.pay(SOL / 2n)
  await submit('Other amount', txHash, { intent: other.id })
  expect(await credited(txHash)).toMatchObject({ username: 'Other amount', proof: 'paste' })
  const { id } = await begin('Too late')
  await database.db.query(
    "update donation_intents set created_at = now() - interval '5 minutes' where id = $1",
    [id],
  )
  expect((await submit('Another name', txHash, { intent: id })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Too late', proof: 'intent' })
})

test('a stranger cannot move a payment to another NPC, whoever claims it first', async () => {
  const intent = await begin('Reference')
  const [byReference, byWatcher] = [
    await ledger.pay(SOL / 2n, { reference: intent.reference }),
    await ledger.pay(SOL / 4n),
  ]
  for (const tx_hash of [byReference, byWatcher]) {
    const moved = await post('/npcs/2/donations', { username: 'Thief', amount: 1, tx_hash })
    expect(moved.statusCode).toBe(422)
  }
  for (const txHash of [byReference, byWatcher]) expect((await credited(txHash)).npc_id).toBe(1)
  expect((await post('/npcs/2/donation-intents', { username: 'Ann', amount: 1 })).statusCode).toBe(422)
})

test('an old claim on another NPC does not keep a payment from the NPC whose reference it carries', async () => {
  const intent = await begin('Reference')
  await queueIsIdle()
  const txHash = await ledger.pay(SOL / 2n, { reference: intent.reference })
  await database.db.query(
    `insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash) values ($1, 2, 'Thief', 1, $2)
     on conflict do nothing`,
    [account.id, txHash],
  )
  expect(await credited(txHash)).toMatchObject({ npc_id: 1, username: 'Reference' })
})

test('a payment that nobody claimed carries the time of its block', async () => {
  const { created_at, paid_at } = await credited(await ledger.pay(SOL / 100n))
  expect(created_at).toEqual(paid_at)
})

test('donations of another network or address are neither listed nor counted', async () => {
  const before = await list()
  const other = await openReceivingAccount(database.db, {
    genesisHash: 'play money',
    address: account.address,
  })
  await database.db.query(
    `insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash, verified)
     values ($1, 1, 'Play money', 8000000000, 'played', true)`,
    [other.id],
  )
  donations.expire()
  expect(await list()).toEqual(before)
})

test('1,000 readers at once cost a few queries, and see what was credited just before', async () => {
  const txHash = await ledger.pay(SOL / 8n)
  await submit('Just now', txHash)
  await vi.waitUntil(async () => (await verify(txHash)).success, { timeout: 25_000, interval: 50 })
  reads = 0
  const lists = await Promise.all(Array.from({ length: 1_000 }, list))
  expect(reads).toBeLessThanOrEqual(8)
  for (const { recent } of lists) expect(recent[0]).toMatchObject({ username: 'Just now', tx_hash: txHash })
})

test('an address may have 100 claims open on payments that nobody has seen, and no more', async () => {
  const claimFrom = (remoteAddress: string, place: number) => {
    const tx_hash = getBase58Decoder().decode(new Uint8Array(64).fill(place))
    const payload = { username: 'Flood', amount: 1, tx_hash }
    return app.inject({ method: 'POST', url: '/api/npcs/1/donations', payload, remoteAddress })
  }
  const first = await claimFrom('203.0.113.9', 1)
  expect(first.statusCode).toBe(201)
  await database.db.query(
    `insert into payment_checks
       (tx_hash, npc_id, is_claimed, receiving_account_id, claimed_from, claimed_from_network, next_check_at)
     select 'open ' || place, 1, true, receiving_account_id, claimed_from, claimed_from_network, 'infinity'
     from payment_checks, generate_series(1, 98) place where tx_hash = $1`,
    [first.json().tx_hash],
  )
  expect((await claimFrom('203.0.113.9', 2)).statusCode).toBe(201)
  const refused = await claimFrom('203.0.113.9', 3)
  expect([refused.statusCode, refused.json().statusCode]).toEqual([429, 429])
  expect((await claimFrom('203.0.113.10', 3)).statusCode).toBe(201)
  await database.db.query("delete from payment_checks where tx_hash like 'open %'")
})

test('the wallet that paid displaces whoever began; another wallet does not', async () => {
  const early = await begin('Early thief')
  const txHash = await ledger.pay(SOL / 2n)
  await submit('Early thief', txHash, { intent: early.id })
  await credited(txHash)
  const stranger = await generateKeyPairSigner()
  const forged = await submit('Other', txHash, { wallet: await signedBy(stranger, txHash, 'Other') })
  expect(forged.statusCode).toBe(409)
  const borrowed = await signedBy(ledger.donor, txHash, 'Donor')
  expect((await submit('Thief', txHash, { wallet: borrowed })).statusCode).toBe(422)
  expect((await submit('Donor', txHash, { wallet: borrowed })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Donor', proof: 'signature' })
})

test('a transfer built for a wallet is signed there, relayed, and credited', async () => {
  const intent = await begin('Wallet', 0.125)
  const { transaction } = (
    await post(`/donation-intents/${intent.id}/transaction`, { payer: ledger.donor.address })
  ).json()
  const wire = Buffer.from(transaction, 'base64')
  const unsigned = await post(`/donation-intents/${intent.id}/signed-transaction`, { transaction })
  expect(unsigned.statusCode).toBe(422)
  const message = wire.subarray(65)
  const signature = new Uint8Array(
    await crypto.subtle.sign('Ed25519', ledger.donor.keyPair.privateKey, message),
  )
  wire.set(signature, 1)
  const sent = await post(`/donation-intents/${intent.id}/signed-transaction`, {
    transaction: wire.toString('base64'),
  })
  expect(sent.statusCode).toBe(200)
  expect(await credited(sent.json().tx_hash)).toMatchObject({ username: 'Wallet', lamports: 125_000_000n })
})

test('%00 as an intent or NPC is unknown, and no fault of ours', async () => {
  for (const url of ['/api/donation-intents/%00', '/api/npcs/%00/donations', '/api/npcs/-1/donations'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test('a relay is not for anything else', async () => {
  const intent = await begin('Stranger')
  const other = await begin('Other')
  const { transaction } = (
    await post(`/donation-intents/${other.id}/transaction`, { payer: ledger.donor.address })
  ).json()
  for (const body of [{ transaction }, { transaction: 'AAAA' }, { transaction: '' }])
    expect((await post(`/donation-intents/${intent.id}/signed-transaction`, body)).statusCode).toBe(422)
})

test('one hash submitted 200 times at once is taken once', async () => {
  const txHash = await ledger.pay(SOL / 10n)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) => submit(`Racer ${place}`, txHash)),
  )
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(199)
  await credited(txHash)
  const { rows } = await database.db.query(
    'select count(*)::int as claims from donation_claims where tx_hash = $1',
    [txHash],
  )
  expect(rows[0].claims).toBe(1)
})

const HASH = '5'.repeat(88)

test.each([
  ['/npcs/99/donations', { username: 'Ann', amount: 1, tx_hash: HASH }, 404],
  ['/npcs/one/donations', { username: 'Ann', amount: 1, tx_hash: HASH }, 404],
  ['/npcs/1/donations', {}, 400],
  ['/npcs/1/donations', [], 400],
  ['/npcs/1/donations', { username: 'Ann', tx_hash: HASH }, 400],
  ['/npcs/1/donations', { username: '', amount: 1, tx_hash: HASH }, 422],
  ['/npcs/1/donations', { username: 'Ann', amount: 0, tx_hash: HASH }, 422],
  ['/npcs/1/donations', { username: 'Ann', amount: -1, tx_hash: HASH }, 422],
  ['/npcs/1/donations', { username: 'Ann', amount: 1e9, tx_hash: HASH }, 422],
  ['/npcs/1/donations', { username: 'Ann', amount: 1, tx_hash: 'abc' }, 422],
  ['/npcs/1/donations', { username: 'Ann', amount: 1, tx_hash: HASH, intent: 'A'.repeat(43) }, 404],
  ['/npcs/1/donation-intents', { username: 'A\u202e', amount: 1 }, 422],
  ['/verify-solana-tx', {}, 400],
  ['/verify-solana-tx', { txHash: 7 }, 400],
  ['/donation-intents/nothing/transaction', { payer: 'x' }, 404],
  ['/donation-intents/%00/transaction', { payer: 'x' }, 404],
  ['/npcs/%00/donations', { username: 'Ann', amount: 1, tx_hash: HASH }, 404],
])('%s with %j is %i', async (url, body, status) => {
  expect((await post(url, body)).statusCode).toBe(status)
})

test('verify says why not', async () => {
  expect(await verify('not a hash')).toEqual({ success: false, reason: 'malformed_signature' })
  expect(await verify(HASH)).toEqual({ success: false, reason: 'not_found_yet' })
  const dust = await ledger.pay(5n)
  await submit('Dust', dust)
  await vi.waitUntil(async () => (await verify(dust)).reason === 'below_minimum', {
    timeout: 25_000,
    interval: 50,
  })
  const { rows } = await database.db.query(
    'select distinct outcome from payment_attempts where tx_hash = $1 order by outcome',
    [dust],
  )
  expect(rows.map(({ outcome }) => outcome)).toContain('below_minimum')
})
