import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  DOWN,
  type Fault,
  type FaultyRpc,
  faultyRpc,
  withError,
  withStatus,
} from '../../../tests/support/faulty-rpc.ts'
import { silentLog } from '../../../tests/support/test-database.ts'
import { SOL, type TestLedger, testLedger } from '../../../tests/support/test-ledger.ts'
import { judgeTransfer } from './judge-transfer.ts'
import { openChain } from './solana-api.server.ts'

const UNKNOWN = '5'.repeat(88)

let ledger: TestLedger
let first: FaultyRpc
let second: FaultyRpc
let paid: string

beforeAll(async () => {
  ledger = await testLedger()
  first = await faultyRpc(ledger.rpcUrl)
  second = await faultyRpc(ledger.rpcUrl)
  paid = await ledger.pay(SOL)
  const { judge } = chainOver([ledger.rpcUrl])
  await vi.waitUntil(async () => (await judge(paid)).status === 'verified', { timeout: 20_000, interval: 20 })
})

afterAll(async () => {
  first.close()
  second.close()
  await ledger.close()
})

beforeEach(() => {
  first.behave(undefined)
  second.behave(undefined)
})

function chainOver(rpcUrls: string[]) {
  let now = 1_000_000
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls, clock: { now: () => now }, log: silentLog })
  const question = { recipient: terms.address, ageMs: 0 }
  return {
    chain,
    judge: async (signature: string, ageMs = 0) =>
      judgeTransfer(await chain.findTransaction(signature), { ...question, ageMs }),
    pass: (ms: number) => {
      now += ms
    },
  }
}

type Found = { meta: object | null; transaction: [string, string] } | null

const alterFound = (alter: (found: NonNullable<Found>) => Found): Fault => ({
  alter: (result: Found, { method }) => (method === 'getTransaction' && result ? alter(result) : result),
})

const FORGED = alterFound((found) => {
  const bytes = Buffer.from(found.transaction[0], 'base64')
  bytes[bytes.length - 4] = (bytes.at(-4) ?? 0) ^ 1
  return { ...found, transaction: [bytes.toString('base64'), 'base64'] }
})

test.each<[string, Fault]>([
  ['rpc_unavailable', DOWN],
  ['rpc_unavailable', withStatus(500)],
  ['rpc_unavailable', withStatus(503)],
  ['rpc_unavailable', { answer: (response) => response.end('<html>') }],
  ['rpc_unavailable', withError(-32005, 'Node is unhealthy')],
  ['rpc_rate_limited', withStatus(429, { 'retry-after': '7' })],
  ['unsupported_transaction_version', withError(-32015, 'Transaction version (2) is not supported')],
  ['meta_missing', alterFound((found) => ({ ...found, meta: null }))],
  ['rpc_returned_forged_message', FORGED],
  ['rpc_returned_forged_message', alterFound((found) => ({ ...found, transaction: ['AAAA', 'base64'] }))],
  ['below_commitment', alterFound(() => null)],
])('not yet: %s', async (reason, fault) => {
  first.behave(fault)
  const { judge } = chainOver([first.url])
  expect(await judge(paid)).toMatchObject({ status: 'pending', reason })
  first.behave(undefined)
})

test('Retry-After is honoured: the address is left alone until then, and then asked again', async () => {
  first.behave(withStatus(429, { 'retry-after': '7' }))
  const { judge, pass } = chainOver([first.url])
  expect(await judge(paid)).toMatchObject({ reason: 'rpc_rate_limited', retryAfterMs: 7_000 })
  first.behave(undefined)
  const asked = first.calls.length
  pass(6_999)
  expect(await judge(paid)).toMatchObject({ reason: 'rpc_rate_limited', retryAfterMs: 1 })
  expect(first.calls).toHaveLength(asked)
  pass(1)
  expect(await judge(paid)).toEqual({ status: 'verified', lamports: SOL })
})

test('the next address is asked when the first fails, and the first again after its rest', async () => {
  first.behave(DOWN)
  const { judge, pass } = chainOver([first.url, second.url])
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  const asked = first.calls.length
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  expect(first.calls).toHaveLength(asked)
  first.behave(undefined)
  pass(60_000)
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  expect(first.calls.length).toBeGreaterThan(asked)
})

test('an address that does not have it yet is not believed while another has not been asked', async () => {
  first.behave({
    alter: (_result, { method }) =>
      method === 'getTransaction' ? null : { context: { slot: 1 }, value: [null] },
  })
  const both = chainOver([first.url, second.url])
  expect(await both.judge(paid)).toMatchObject({ status: 'verified' })
  second.behave(DOWN)
  expect(await both.judge(paid, 600_000)).toMatchObject({ status: 'pending', reason: 'rpc_unavailable' })
})

test('nowhere on any address: not yet at first, never after three minutes', async () => {
  const { judge } = chainOver([first.url, second.url])
  expect(await judge(UNKNOWN)).toEqual({ status: 'pending', reason: 'not_found_yet' })
  expect(await judge(UNKNOWN, 180_001)).toEqual({ status: 'rejected', reason: 'not_found' })
})

test('a large gift is looked up at every address', async () => {
  expect(await chainOver([first.url]).chain.findWitnesses(paid)).toBeUndefined()
  const { chain } = chainOver([first.url, second.url])
  expect(await chain.findWitnesses(paid)).toHaveLength(2)
  second.behave(DOWN)
  expect(await chain.findWitnesses(paid)).toHaveLength(1)
})
