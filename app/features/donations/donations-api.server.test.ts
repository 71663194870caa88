import {
  createSignableMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64Decoder,
  type KeyPairSigner,
} from '@solana/kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DonationsApp, donationsApp } from '../../../tests/support/ledger/donations-app.ts'
import { ledgerFixture } from '../../../tests/support/ledger/ledger-fixture.ts'
import { SOL } from '../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../tests/support/until.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { openReceivingAccount } from './accounts/receiving-accounts-store.server.ts'
import { claimText } from './contract.ts'
import { listDonations } from './donations-store.server.ts'
import { type PaymentQueue, startPaymentQueue } from './payments/payment-queue.server.ts'
import { type AddressWatcher, watchAddress } from './watching/watch-address.server.ts'

const fixture = ledgerFixture()
let app: DonationsApp
let queue: PaymentQueue
let watcher: AddressWatcher
let reads = 0

beforeAll(async () => {
  const { database, ledger } = fixture
  const listDb = countingReads(database.db)
  app = await donationsApp(database, ledger, { rpcUrls: [ledger.rpcUrl], listDb })
  queue = startPaymentQueue(app.context)
  watcher = watchAddress(app.context)
})

afterAll(async () => {
  await watcher.close()
  await queue.close()
  await app.close()
})

function countingReads(db: Db): Db {
  const query = (...statement: Parameters<Db['query']>) => {
    reads += 1
    return db.query(...statement)
  }
  return { query } as unknown as Db
}

const post = (url: string, payload: unknown) =>
  app.api.inject({ method: 'POST', url: `/api${url}`, payload: payload as object })
const submit = (username: string, tx_hash: string, more: object = {}) =>
  post('/npcs/1/donations', { username, amount: 0.5, tx_hash, ...more })
const createIntent = async (username: string, amount = 0.5) =>
  (await post('/npcs/1/donation-intents', { username, amount })).json()
/** As if it had been created so long ago: payments in tests are made in the same second. */
async function intentFrom(minutesAgo: number, username: string) {
  const intent = await createIntent(username)
  await fixture.database.db.query(
    "update donation_intents set created_at = now() - $2 * interval '1 minute' where id = $1",
    [intent.id, minutesAgo],
  )
  return intent
}
const list = async () => (await app.api.inject('/api/npcs/1/donations')).json()
const verify = async (txHash: string) => (await post('/verify-solana-tx', { txHash })).json()

async function rowOf(txHash: string) {
  const { rows } = await fixture.database.db.query(
    'select npc_id, username, lamports, verified, proof, created_at, paid_at from donations where tx_hash = $1',
    [txHash],
  )
  return rows[0]
}

async function queueIsIdle(): Promise<void> {
  await until(async () => {
    const { rowCount } = await fixture.database.db.query(
      'select from payment_checks where next_check_at is not null',
    )
    return rowCount === 0
  })
}

async function credited(txHash: string) {
  return vi.waitUntil(
    async () => {
      const row = await rowOf(txHash)
      return row?.verified ? row : undefined
    },
    { timeout: 25_000, interval: 50 },
  )
}

test('a pasted hash is created unverified, then verified with what the chain says, and listed', async () => {
  const txHash = await fixture.ledger.pay(SOL / 4n)
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

test('an unclaimed payment is Anonymous until a visitor claims it', async () => {
  const txHash = await fixture.ledger.pay(SOL)
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

test('a payment with a reference needs no claim and beats a thief who pastes its hash first', async () => {
  const intent = await createIntent('Donor')
  expect(intent.payment_url).toContain(
    `solana:${fixture.ledger.recipient.address}?amount=0.5&reference=${intent.reference}`,
  )
  const txHash = await fixture.ledger.pay(SOL / 2n, { reference: intent.reference })
  await submit('Thief', txHash)
  expect(await credited(txHash)).toMatchObject({ username: 'Donor', proof: 'reference' })
  const state = (await app.api.inject(`/api/donation-intents/${intent.id}`)).json()
  expect(state.donation).toMatchObject({ username: 'Donor', amount: 0.5, verified: true })
  expect((await submit('Thief', txHash)).statusCode).toBe(409)
})

test.each([
  ['', 'Support an NPC on NPC Stream'],
  ['lang=zh', '支持 NPC'],
  ['lang=xx', 'Support an NPC on NPC Stream'],
])('with the cookie "%s" the wallet shows the message "%s"', async (cookie, message) => {
  const { payment_url } = (
    await app.api.inject({
      method: 'POST',
      url: '/api/npcs/1/donation-intents',
      headers: { cookie },
      payload: { username: 'Ann', amount: 1 },
    })
  ).json()
  expect(new URL(payment_url).searchParams.get('message')).toBe(message)
})

test('an intent from before the payment displaces a thief even after the credit, and the displacement is recorded', async () => {
  const intent = await intentFrom(1, 'Donor')
  const txHash = await fixture.ledger.pay(SOL / 2n)
  await submit('Thief', txHash)
  await credited(txHash)
  expect((await submit('Donor', txHash, { intent: intent.id })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Donor', proof: 'intent' })
  const { rows } = await fixture.database.db.query(
    'select * from donation_displacements where tx_hash = $1',
    [txHash],
  )
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
  const txHash = await fixture.ledger.pay(SOL / 2n)
  const wallet = await signedBy(fixture.ledger.donor, txHash, 'Donor', other)
  expect((await submit('Donor', txHash, { wallet })).statusCode).toBe(422)
})

test('an intent that a stranger creates for a payment they see proves nothing', async () => {
  const own = await intentFrom(1, 'Ann')
  const txHash = await fixture.ledger.pay(SOL / 2n)
  const stolen = await createIntent('Mallory')
  await submit('Mallory', txHash, { intent: stolen.id })
  await submit('Ann', txHash, { intent: own.id })
  await queueIsIdle()
  expect(await rowOf(txHash)).toMatchObject({ username: 'Ann', proof: 'intent' })
})

test('an older intent takes nothing from the donor whose newer intent was credited', async () => {
  const old = await intentFrom(2, 'Mallory')
  const own = await intentFrom(1, 'Ann')
  const txHash = await fixture.ledger.pay(SOL / 2n)
  expect((await submit('Ann', txHash, { intent: own.id })).statusCode).toBe(201)
  expect(await credited(txHash)).toMatchObject({ username: 'Ann', proof: 'intent' })
  expect((await submit('Mallory', txHash, { intent: old.id })).statusCode).toBe(409)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Ann' })
})

test('an intent names one payment; on a second one it counts as a pasted hash', async () => {
  const intent = await intentFrom(1, 'Once')
  const payAgain = async () =>
    fixture.ledger.pay(SOL / 2n, { reference: (await generateKeyPairSigner()).address })
  const [first, second] = [await payAgain(), await payAgain()]
  for (const txHash of [first, second]) await submit('Once', txHash, { intent: intent.id })
  const proofs = [(await credited(first)).proof, (await credited(second)).proof]
  expect(proofs.sort()).toEqual(['intent', 'paste'])
  const third = await payAgain()
  await credited(third)
  expect((await submit('Twice', third, { intent: intent.id })).statusCode).toBe(201)
  expect(await rowOf(third)).toMatchObject({ username: 'Twice', proof: 'paste' })
})

test('an intent for another amount counts as a pasted hash; a matching one gives the name it was created with', async () => {
  const other = await createIntent('Other amount', 0.25)
  const txHash = await fixture.ledger.pay(SOL / 2n)
  await submit('Other amount', txHash, { intent: other.id })
  expect(await credited(txHash)).toMatchObject({ username: 'Other amount', proof: 'paste' })
  const { id } = await intentFrom(5, 'Too late')
  expect((await submit('Another name', txHash, { intent: id })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Too late', proof: 'intent' })
})

test('a stranger cannot move a payment to another NPC, even by claiming it first', async () => {
  const intent = await createIntent('Reference')
  const [byReference, byWatcher] = [
    await fixture.ledger.pay(SOL / 2n, { reference: intent.reference }),
    await fixture.ledger.pay(SOL / 4n),
  ]
  for (const tx_hash of [byReference, byWatcher]) {
    const moved = await post('/npcs/2/donations', { username: 'Thief', amount: 1, tx_hash })
    expect(moved.statusCode).toBe(422)
  }
  for (const txHash of [byReference, byWatcher]) expect((await credited(txHash)).npc_id).toBe(1)
  expect((await post('/npcs/2/donation-intents', { username: 'Ann', amount: 1 })).statusCode).toBe(422)
})

test('an old claim for another NPC does not redirect a payment with a reference', async () => {
  const intent = await createIntent('Reference')
  await queueIsIdle()
  const txHash = await fixture.ledger.pay(SOL / 2n, { reference: intent.reference })
  await fixture.database.db.query(
    `insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash) values ($1, 2, 'Thief', 1, $2)
     on conflict do nothing`,
    [app.context.account.id, txHash],
  )
  expect(await credited(txHash)).toMatchObject({ npc_id: 1, username: 'Reference' })
})

test('an unclaimed payment has the time of its block', async () => {
  const { created_at, paid_at } = await credited(await fixture.ledger.pay(SOL / 100n))
  expect(created_at).toEqual(paid_at)
})

test('a payment that is found late is listed where the chain has it', async () => {
  const account = await openReceivingAccount(fixture.database.db, {
    genesisHash: 'a history',
    address: app.context.account.address,
  })
  await fixture.database.db.query(
    `insert into donations
       (receiving_account_id, npc_id, username, lamports, tx_hash, verified, created_at, slot)
     values ($1, 1, 'Newest', 1, 'newest', true, '2026-01-01T12:00:02Z', 3),
            ($1, 1, 'Next slot', 1, 'next slot', true, '2026-01-01T12:00:01Z', 2),
            ($1, 1, 'Found late', 1, 'found late', true, '2026-01-01T12:00:01Z', 1)`,
    [account.id],
  )
  const lists = await listDonations(fixture.database.db, account.id)
  const names = lists.get('1')?.recent.map(({ username }) => username)
  expect(names).toEqual(['Newest', 'Next slot', 'Found late'])
})

test('donations of another network or address are neither listed nor counted', async () => {
  const before = await list()
  const other = await openReceivingAccount(fixture.database.db, {
    genesisHash: 'play money',
    address: app.context.account.address,
  })
  await fixture.database.db.query(
    `insert into donations (receiving_account_id, npc_id, username, lamports, tx_hash, verified)
     values ($1, 1, 'Play money', 8000000000, 'played', true)`,
    [other.id],
  )
  app.donations.expire()
  expect(await list()).toEqual(before)
})

test('1,000 concurrent readers cost a few queries and see a donation that was just credited', async () => {
  const txHash = await fixture.ledger.pay(SOL / 8n)
  await submit('Just now', txHash)
  await vi.waitUntil(async () => (await verify(txHash)).success, { timeout: 25_000, interval: 50 })
  reads = 0
  const lists = await Promise.all(Array.from({ length: 1_000 }, list))
  expect(reads).toBeLessThanOrEqual(8)
  for (const { recent } of lists) expect(recent[0]).toMatchObject({ username: 'Just now', tx_hash: txHash })
})

test('an address may have at most 100 open claims on unseen payments', async () => {
  const claimFrom = (remoteAddress: string, place: number) => {
    const tx_hash = getBase58Decoder().decode(new Uint8Array(64).fill(place))
    const payload = { username: 'Flood', amount: 1, tx_hash }
    return app.api.inject({ method: 'POST', url: '/api/npcs/1/donations', payload, remoteAddress })
  }
  const first = await claimFrom('203.0.113.9', 1)
  expect(first.statusCode).toBe(201)
  await fixture.database.db.query(
    `insert into payment_checks
       (tx_hash, npc_id, is_claimed, receiving_account_id, claimed_from, claimed_from_network, next_check_at)
     select 'open ' || place, 1, true, receiving_account_id, claimed_from, claimed_from_network, 'infinity'
     from payment_checks, generate_series(1, 98) place where tx_hash = $1`,
    [first.json().tx_hash],
  )
  expect((await claimFrom('203.0.113.9', 2)).statusCode).toBe(201)
  const rejected = await claimFrom('203.0.113.9', 3)
  expect([rejected.statusCode, rejected.json().status]).toEqual([429, 429])
  expect((await claimFrom('203.0.113.10', 3)).statusCode).toBe(201)
  await fixture.database.db.query("delete from payment_checks where tx_hash like 'open %'")
})

test('the paying wallet displaces an intent; another wallet does not', async () => {
  const early = await createIntent('Early thief')
  const txHash = await fixture.ledger.pay(SOL / 2n)
  await submit('Early thief', txHash, { intent: early.id })
  await credited(txHash)
  const stranger = await generateKeyPairSigner()
  const forged = await submit('Other', txHash, { wallet: await signedBy(stranger, txHash, 'Other') })
  expect(forged.statusCode).toBe(409)
  const borrowed = await signedBy(fixture.ledger.donor, txHash, 'Donor')
  expect((await submit('Thief', txHash, { wallet: borrowed })).statusCode).toBe(422)
  expect((await submit('Donor', txHash, { wallet: borrowed })).statusCode).toBe(201)
  expect(await rowOf(txHash)).toMatchObject({ username: 'Donor', proof: 'signature' })
})

test('a transfer built for a wallet is signed there, relayed, and credited', async () => {
  const intent = await createIntent('Wallet', 0.125)
  const { transaction } = (
    await post(`/donation-intents/${intent.id}/transaction`, { payer: fixture.ledger.donor.address })
  ).json()
  const wire = Buffer.from(transaction, 'base64')
  const unsigned = await post(`/donation-intents/${intent.id}/signed-transaction`, { transaction })
  expect(unsigned.statusCode).toBe(422)
  const message = wire.subarray(65)
  const signature = new Uint8Array(
    await crypto.subtle.sign('Ed25519', fixture.ledger.donor.keyPair.privateKey, message),
  )
  wire.set(signature, 1)
  const sent = await post(`/donation-intents/${intent.id}/signed-transaction`, {
    transaction: wire.toString('base64'),
  })
  expect(sent.statusCode).toBe(200)
  expect(await credited(sent.json().tx_hash)).toMatchObject({ username: 'Wallet', lamports: 125_000_000n })
})

test('%00 as an intent or NPC is unknown, not an internal error', async () => {
  for (const url of ['/api/donation-intents/%00', '/api/npcs/%00/donations', '/api/npcs/-1/donations'])
    expect((await app.api.inject(url)).statusCode).toBe(404)
})

test('the site relays only the transfer of the intent', async () => {
  const intent = await createIntent('Stranger')
  const other = await createIntent('Other')
  const { transaction } = (
    await post(`/donation-intents/${other.id}/transaction`, { payer: fixture.ledger.donor.address })
  ).json()
  for (const body of [{ transaction }, { transaction: 'AAAA' }, { transaction: '' }])
    expect((await post(`/donation-intents/${intent.id}/signed-transaction`, body)).statusCode).toBe(422)
})

test('one hash submitted 200 times at once is accepted once', async () => {
  const txHash = await fixture.ledger.pay(SOL / 10n)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, place) => submit(`Racer ${place}`, txHash)),
  )
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(199)
  await credited(txHash)
  const { rows } = await fixture.database.db.query(
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

test('verification gives a reason for each failure', async () => {
  expect(await verify('not a hash')).toEqual({ success: false, reason: 'malformed_signature' })
  expect(await verify(HASH)).toEqual({ success: false, reason: 'not_found_yet' })
  const dust = await fixture.ledger.pay(5n)
  await submit('Dust', dust)
  await vi.waitUntil(async () => (await verify(dust)).reason === 'below_minimum', {
    timeout: 25_000,
    interval: 50,
  })
  const { rows } = await fixture.database.db.query(
    'select distinct outcome from payment_attempts where tx_hash = $1 order by outcome',
    [dust],
  )
  expect(rows.map(({ outcome }) => outcome)).toContain('below_minimum')
})
