import { expect, test } from 'vitest'
import { INTENT_LIFETIME_MS } from '../contract.ts'
import {
  type Claim,
  type Claimant,
  chooseClaimant,
  couldWin,
  type IntentFacts,
  NOBODY,
  type Payment,
} from './choose-claimant.ts'

const PAID_AT_MS = 10_000_000
const PAYMENT: Payment = {
  lamports: 500n,
  paidAtMs: PAID_AT_MS,
  payers: ['payer', 'second payer'],
  referenced: undefined,
}

function claim(username: string, proof: Partial<Claim> = {}): Claim {
  return { npc_id: '1', username, x_account: null, wallet: null, intent: null, ...proof }
}

function intent(username: string, createdAtMs: number, more: Partial<IntentFacts> = {}): IntentFacts {
  const id = `intent of ${username}`
  return { id, npc_id: '1', username, x_account: null, lamports: 500n, createdAtMs, isUsed: false, ...more }
}

const withIntent = (username: string, createdAtMs: number, more: Partial<IntentFacts> = {}) =>
  claim(username, { intent: intent(username, createdAtMs, more) })
const signed = (username: string, wallet: string) => claim(username, { wallet })
const choose = (claims: Claim[], payment: Partial<Payment> = {}, current = NOBODY) =>
  chooseClaimant(current, claims, { ...PAYMENT, ...payment }).claimant

test('an unclaimed payment is Anonymous and goes to the NPC with the receiving address', () => {
  expect(choose([])).toEqual({
    npc_id: '1',
    username: 'Anonymous',
    x_account: null,
    intent_id: null,
    proof: 'none',
  })
})

test('of several pasted hashes, the first claim counts, with the NPC it named', () => {
  expect(choose([claim('first', { npc_id: '7', x_account: 'x' }), claim('late')])).toEqual({
    npc_id: '7',
    username: 'first',
    x_account: 'x',
    intent_id: null,
    proof: 'paste',
  })
})

test('a matching intent displaces a pasted hash and gives its own name, handle and NPC', () => {
  const fits = intent('typed at Continue', PAID_AT_MS - 1_000, { npc_id: '3', x_account: 'handle' })
  expect(choose([claim('thief'), claim('typed later', { intent: fits })])).toEqual({
    npc_id: '3',
    username: 'typed at Continue',
    x_account: 'handle',
    intent_id: fits.id,
    proof: 'intent',
  })
})

test.each([
  ['an hour before the payment', PAID_AT_MS - INTENT_LIFETIME_MS, 'intent'],
  ['more than an hour before', PAID_AT_MS - INTENT_LIFETIME_MS - 1, 'paste'],
  ['a moment before the payment', PAID_AT_MS - 1, 'intent'],
  ['at the block time, when others can see the payment', PAID_AT_MS, 'paste'],
  ['later', PAID_AT_MS + 1, 'paste'],
])('an intent created %s', (_, createdAtMs, proof) => {
  expect(choose([withIntent('Ann', createdAtMs)]).proof).toBe(proof)
})

test.each([
  ['for one lamport more', { lamports: 501n }],
  ['for one lamport less', { lamports: 499n }],
  ['that already named another payment', { isUsed: true }],
])('an intent %s counts only as a pasted hash', (_, more) => {
  const [ann, thief] = [withIntent('Ann', PAID_AT_MS - 1, more), claim('thief')]
  expect(choose([thief, ann]).username).toBe('thief')
  expect(choose([ann, thief])).toMatchObject({ username: 'Ann', proof: 'paste', intent_id: 'intent of Ann' })
})

test('without a block time no intent matches', () => {
  expect(choose([withIntent('Ann', PAID_AT_MS - 1)], { paidAtMs: undefined }).proof).toBe('paste')
})

test.each([[0], [1], [2]])('of several matching intents, the newest counts (claim number %i)', (place) => {
  const claims = [withIntent('old', PAID_AT_MS - 9_000), withIntent('older', PAID_AT_MS - 10_000)]
  claims.splice(place, 0, withIntent('last', PAID_AT_MS - 8_000))
  expect(choose(claims).username).toBe('last')
})

test('a wallet that paid beats every intent, with the name it signed', () => {
  const both = claim('signed name', { wallet: 'second payer', intent: intent('typed', PAID_AT_MS - 1) })
  expect(choose([withIntent('other', PAID_AT_MS - 1), both])).toMatchObject({
    username: 'signed name',
    proof: 'signature',
  })
})

test('of two paying wallets, the first claim counts', () => {
  expect(choose([signed('first', 'second payer'), signed('late', 'payer')]).username).toBe('first')
})

test("a stranger's wallet proves nothing", () => {
  expect(choose([signed('stranger', 'somebody else')]).proof).toBe('paste')
  expect(choose([claim('unsigned')], { payers: [] }).proof).toBe('paste')
})

test('the reference beats everything, even if its intent is old, used, or for another amount', () => {
  const referenced = intent('donor', 0, { lamports: 1n, isUsed: true, npc_id: '2' })
  expect(choose([signed('payer', 'payer')], { referenced })).toEqual({
    npc_id: '2',
    username: 'donor',
    x_account: null,
    intent_id: referenced.id,
    proof: 'reference',
  })
})

const PROOFS_WEAKEST_FIRST = ['none', 'paste', 'intent', 'signature', 'reference'] as const
const CHALLENGE: Record<Claimant['proof'], [Claim[], Partial<Payment>]> = {
  none: [[], {}],
  paste: [[claim('challenger')], {}],
  intent: [[withIntent('challenger', PAID_AT_MS - 1)], {}],
  signature: [[signed('challenger', 'payer')], {}],
  reference: [[], { referenced: intent('challenger', PAID_AT_MS) }],
}
const EVERY_PAIR = PROOFS_WEAKEST_FIRST.flatMap((held, place) =>
  PROOFS_WEAKEST_FIRST.map((shown, strength) => [held, shown, strength > place] as const),
)

test.each(EVERY_PAIR)('a name held by %s, challenged by %s: displaced %s', (held, shown, isDisplaced) => {
  const current: Claimant = { ...NOBODY, username: 'holder', proof: held }
  const [claims, payment] = CHALLENGE[shown]
  const { claimant, hasChanged } = chooseClaimant(current, claims, { ...PAYMENT, ...payment })
  expect(hasChanged).toBe(isDisplaced)
  if (isDisplaced) expect(claimant).toMatchObject({ username: 'challenger', proof: shown })
  else expect(claimant).toBe(current)
})

test('while the payment is unknown, a further claim needs a new wallet or a new, unused intent', () => {
  const ann = withIntent('Ann', 1)
  expect(couldWin(claim('paste'), [])).toBe(false)
  expect(couldWin(signed('donor', 'payer'), [claim('thief')])).toBe(true)
  expect(couldWin(signed('again', 'payer'), [signed('donor', 'payer'), claim('thief')])).toBe(false)
  expect(couldWin(ann, [claim('thief'), withIntent('later', 2)])).toBe(true)
  expect(couldWin(ann, [withIntent('earlier', 0)])).toBe(true)
  expect(couldWin(ann, [ann])).toBe(false)
  expect(couldWin(ann, [claim('thief'), ann])).toBe(false)
  expect(couldWin(withIntent('Ann', 1, { isUsed: true }), [])).toBe(false)
})
