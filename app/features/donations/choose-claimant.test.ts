import { expect, test } from 'vitest'
import { type Claim, chooseClaimant, couldWin, NOBODY } from './choose-claimant.ts'

const PAYMENT = { payer: 'payer', paidAtMs: 100_000 }

function claim(username: string, proof: Partial<Claim> = {}): Claim {
  return { username, x_account: null, wallet: null, intent: null, ...proof }
}

const thief = claim('thief')
const begun = (username: string, begunAtMs: number) =>
  claim(username, { intent: { id: username, begunAtMs } })
const signed = (username: string, wallet: string) => claim(username, { wallet })

test('nobody claims it: Anonymous', () => {
  expect(chooseClaimant(NOBODY, [], PAYMENT)).toEqual(NOBODY)
})

test('among pasted hashes the first comes first', () => {
  expect(chooseClaimant(NOBODY, [thief, claim('late')], PAYMENT)).toMatchObject({
    username: 'thief',
    proof: 'paste',
  })
})

test('who began before the payment goes before who pasted it first', () => {
  expect(chooseClaimant(NOBODY, [thief, begun('donor', 99_000)], PAYMENT)).toMatchObject({
    username: 'donor',
    proof: 'intent',
    intent_id: 'donor',
  })
})

test('who began after the payment has only pasted it', () => {
  expect(chooseClaimant(NOBODY, [thief, begun('late', 103_000)], PAYMENT)).toMatchObject({
    username: 'thief',
  })
})

test('block times are a little off: who began within two seconds of it counts as before', () => {
  expect(chooseClaimant(NOBODY, [thief, begun('donor', 101_900)], PAYMENT)).toMatchObject({
    username: 'donor',
  })
})

test('among those who began, the first to begin has it, not the first to claim', () => {
  const claims = [begun('quick thief', 101_000), begun('donor', 99_000)]
  expect(chooseClaimant(NOBODY, claims, PAYMENT)).toMatchObject({ username: 'donor' })
  const credited = chooseClaimant(NOBODY, claims.slice(0, 1), PAYMENT)
  expect(chooseClaimant(credited, claims.slice(1), PAYMENT)).toMatchObject({ username: 'donor' })
})

test('the wallet that paid goes before everybody who began', () => {
  const claims = [begun('early thief', 1_000), signed('other wallet', 'stranger'), signed('donor', 'payer')]
  expect(chooseClaimant(NOBODY, claims, PAYMENT)).toMatchObject({ username: 'donor', proof: 'signature' })
})

test('a line is kept against a proof that is not stronger', () => {
  const current = {
    username: 'donor',
    x_account: null,
    intent_id: null,
    begunAtMs: null,
    proof: 'signature' as const,
  }
  expect(chooseClaimant(current, [thief, signed('again', 'payer')], PAYMENT)).toBe(current)
})

test('while nothing is known, only a claim that could win is heard', () => {
  expect(couldWin(thief, [])).toBe(false)
  expect(couldWin(signed('donor', 'payer'), [thief])).toBe(true)
  expect(couldWin(signed('again', 'payer'), [signed('donor', 'payer')])).toBe(false)
  expect(couldWin(begun('donor', 1), [thief, begun('later', 2)])).toBe(true)
  expect(couldWin(begun('later', 2), [begun('donor', 1)])).toBe(false)
})
