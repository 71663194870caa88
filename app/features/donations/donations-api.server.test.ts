import {
  createSignableMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  type KeyPairSigner,
} from '@solana/kit'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { noLimits } from '../../../tests/support/no-limits.ts'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/test-database.ts'
import { SOL, type TestLedger, testLedger } from '../../../tests/support/test-ledger.ts'
import { systemClock } from '../../platform/clock.ts'
import { claimSentence } from './contract.ts'
import { donationsApi } from './donations-api.server.ts'
import { type PaymentQueue, startPaymentQueue } from './payment-queue.server.ts'
import { openChain } from './solana-api.server.ts'
import { type AddressWatcher, watchAddress } from './watch-address.server.ts'

let database: TestDatabase
let ledger: TestLedger
let app: FastifyInstance
let queue: PaymentQueue
let watcher: AddressWatcher

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls: [ledger.rpcUrl], clock: systemClock, log: silentLog })
  const needs = { db: database.db, chain, clock: systemClock, log: silentLog }
  app = Fastify()
  await app.register(donationsApi, { prefix: '/api', rateLimits: noLimits, ...needs })
  queue = startPaymentQueue(needs)
  watcher = watchAddress(needs)
})

afterAll(async () => {
  await watcher.close()
  await queue.close()
  await app.close()
  await ledger.close()
  await database.drop()
})

const post = (url: string, payload: unknown) =>
  app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object })
const submit = (username: string, tx_hash: string, more: object = {}) =>
  post('/npcs/1/donations', { username, amount: 0.5, tx_hash, ...more })
const begin = async (username: string, amount = 0.5) =>
  (await post('/npcs/1/donation-intents', { username, amount })).json()
const list = async () => (await app.inject('/api/npcs/1/donations')).json()
const verify = async (txHash: string) => (await post('/verify-solana-tx', { txHash })).json()

async function lineOf(txHash: string) {
  const { rows } = await database.db.query(
    'select username, lamports, verified, proof from donations where tx_hash = $1',
    [txHash],
  )
  return rows[0]
}

async function credited(txHash: string) {
  return vi.waitUntil(
    async () => {
      const line = await lineOf(txHash)
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
  expect(await lineOf(txHash)).toMatchObject({
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
  expect(await lineOf(txHash)).toMatchObject({ username: 'Donor', proof: 'intent' })
  const { rows } = await database.db.query('select * from donation_displacements where tx_hash = $1', [
    txHash,
  ])
  expect(rows).toMatchObject([{ old_username: 'Thief', old_proof: 'paste', new_username: 'Donor' }])
})

async function signedBy(signer: KeyPairSigner, txHash: string, username: string) {
  const [signatures] = await signer.signMessages([createSignableMessage(claimSentence(txHash, username))])
  const signature = signatures?.[signer.address]
  return { address: signer.address, signature: signature ? getBase64Decoder().decode(signature) : '' }
}

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
  expect(await lineOf(txHash)).toMatchObject({ username: 'Donor', proof: 'signature' })
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
