import { createSolanaRpc, type Signature } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  DOWN,
  type Fault,
  type FaultyRpc,
  faultyRpc,
  HALF_JSON,
  HANGS,
  HTML,
  LACKS_TRANSACTIONS,
  withBody,
  withError,
  withStatus,
} from '../../../../tests/support/ledger/faulty-rpc.ts'
import { SOL, type TestLedger, testLedger } from '../../../../tests/support/ledger/test-ledger.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { until } from '../../../../tests/support/until.ts'
import { judgeTransfer, NEVER_ABSENT } from '../verdicts/judge-transfer.ts'
import { openChain } from './solana-api.server.ts'

const UNKNOWN = '5'.repeat(88)
const HANG_MS = 2_000

let ledger: TestLedger
let first: FaultyRpc
let second: FaultyRpc
let paid: string

beforeAll(async () => {
  ledger = await testLedger()
  first = await faultyRpc(ledger.rpcUrl)
  second = await faultyRpc(ledger.rpcUrl)
  paid = await ledger.pay(SOL)
  await vi.waitUntil(async () => (await chainOver([ledger.rpcUrl]).judge(paid)).status === 'verified', {
    timeout: 20_000,
    interval: 20,
  })
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

function chainOver(
  rpcUrls: string[],
  more: { genesisHash?: string; callsPerSecond?: number; timeoutMs?: number } = {},
) {
  let now = 1_000_000
  const { log, lines } = captureLog()
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const clock = { now: () => now }
  const chain = openChain({ terms, rpcUrls, clock, log, ...more })
  const question = { recipient: terms.address, isListed: false, absence: NEVER_ABSENT }
  return {
    chain,
    judge: async (signature: string) => judgeTransfer(await chain.findTransaction(signature), question),
    pass: (ms: number) => {
      now += ms
    },
    logged: (text: string) => lines().filter(({ msg }) => msg?.includes(text)),
  }
}

type Found = { meta: Record<string, unknown> | null; transaction: [string, string] } | null

const alterFound = (alter: (found: NonNullable<Found>) => unknown): Fault => ({
  alter: (result: Found, { method }) => (method === 'getTransaction' && result ? alter(result) : result),
})

const FORGED = alterFound((found) => {
  const bytes = Buffer.from(found.transaction[0], 'base64')
  bytes[bytes.length - 4] = (bytes.at(-4) ?? 0) ^ 1
  return { ...found, transaction: [bytes.toString('base64'), 'base64'] }
})

const BAD_ANSWERS: [string, Fault][] = [
  ['rpc_unavailable', DOWN],
  ['rpc_unavailable', withStatus(500)],
  ['rpc_unavailable', withStatus(503)],
  ['rpc_unavailable', withStatus(302, { location: 'http://127.0.0.1:1/' })],
  ['rpc_unavailable', HTML],
  ['rpc_unavailable', HALF_JSON],
  ['rpc_unavailable', HANGS],
  ['rpc_unavailable', withBody('null')],
  ['rpc_unavailable', withBody('[]')],
  ['rpc_unavailable', withBody('{"jsonrpc":"2.0"}')],
  ['rpc_unavailable', withBody(`{"jsonrpc":"2.0","id":"1","result":"${'x'.repeat(9 * 1024 * 1024)}"}`)],
  ['rpc_unavailable', withError(-32005, 'Node is unhealthy')],
  ['rpc_unavailable', withError(-32602, 'Invalid params: unknown field')],
  ['rpc_rate_limited', withStatus(429, { 'retry-after': '7' })],
  ['unsupported_transaction_version', withError(-32015, 'Transaction version (2) is not supported')],
  ['meta_missing', alterFound((found) => ({ ...found, meta: null }))],
  ['meta_missing', alterFound((found) => ({ ...found, meta: { ...found.meta, postBalances: [1] } }))],
  ['rpc_returned_forged_message', FORGED],
  ['rpc_returned_forged_message', alterFound((found) => ({ ...found, transaction: ['AAAA', 'base64'] }))],
  ['below_commitment', alterFound(() => null)],
  ['not_found_yet', LACKS_TRANSACTIONS],
]

test.each(BAD_ANSWERS)('pending with %s, verified with a second RPC (%#)', async (reason, fault) => {
  first.behave(fault)
  const more = fault === HANGS ? { timeoutMs: HANG_MS } : {}
  expect(await chainOver([first.url], more).judge(paid)).toMatchObject({ status: 'pending', reason })
  expect(await chainOver([first.url, second.url], more).judge(paid)).toMatchObject({ status: 'verified' })
  expect(await chainOver([second.url, first.url], more).judge(paid)).toMatchObject({ status: 'verified' })
})

test('a confirmed payment waits until it is finalized', async () => {
  const slow = await testLedger({ slotMs: 1_000 })
  onTestFinished(() => slow.close())
  const rpc = createSolanaRpc(slow.rpcUrl)
  const signature = (await slow.pay(SOL)) as Signature
  const confirmed = {
    commitment: 'confirmed',
    encoding: 'base64',
    maxSupportedTransactionVersion: 0,
  } as const
  await until(async () => (await rpc.getTransaction(signature, confirmed).send()) !== null)
  const { chain } = chainOver([slow.rpcUrl])
  expect(await chain.findTransaction(signature)).toEqual({ at: 'below_commitment' })
})

test('Retry-After is honoured: no calls until then', async () => {
  first.behave(withStatus(429, { 'retry-after': '7' }))
  const { judge, pass, logged } = chainOver([first.url])
  expect(await judge(paid)).toMatchObject({ reason: 'rpc_rate_limited', retryAfterMs: 7_000 })
  first.behave(undefined)
  const callsBefore = first.calls.length
  pass(6_999)
  expect(await judge(paid)).toMatchObject({ reason: 'rpc_rate_limited', retryAfterMs: 1 })
  expect(first.calls).toHaveLength(callsBefore)
  pass(1)
  expect(await judge(paid)).toMatchObject({ status: 'verified', lamports: SOL })
  expect(logged('does not answer')).toHaveLength(1)
  expect(logged('is back')).toHaveLength(1)
})

test('witnesses that are backed off are not called', async () => {
  first.behave(withStatus(429, { 'retry-after': '7' }))
  const { chain } = chainOver([first.url, second.url])
  await chain.findTransaction(paid)
  const callsBefore = first.calls.length
  expect(await chain.findWitnesses(paid)).toMatchObject([{ at: 'rate_limited' }, { at: 'finalized' }])
  expect(first.calls).toHaveLength(callsBefore)
})

test('the second RPC is called when the first fails, and the first again after its backoff', async () => {
  first.behave(DOWN)
  const { judge, pass } = chainOver([first.url, second.url])
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  const callsBefore = first.calls.length
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  expect(first.calls).toHaveLength(callsBefore)
  first.behave(undefined)
  pass(60_000)
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  expect(first.calls.length).toBeGreaterThan(callsBefore)
})

test('one RPC without the transaction is not enough for "nowhere" while another does not answer', async () => {
  first.behave(LACKS_TRANSACTIONS)
  second.behave(DOWN)
  const { judge } = chainOver([first.url, second.url])
  expect(await judge(paid)).toMatchObject({ status: 'pending', reason: 'rpc_unavailable' })
})

test('an RPC that rejects a request is logged once and still called', async () => {
  first.behave(withError(-32602, 'Invalid params'))
  const { judge, logged } = chainOver([first.url])
  await judge(paid)
  const callsBefore = first.calls.length
  await judge(paid)
  expect(first.calls.length).toBeGreaterThan(callsBefore)
  expect(logged('rejects a request')).toHaveLength(1)
})

test('lookups of one hash within a second share one answer', async () => {
  const { judge, pass } = chainOver([first.url])
  first.calls.length = 0
  await Promise.all(Array.from({ length: 50 }, () => judge(UNKNOWN)))
  await judge(UNKNOWN)
  expect(first.calls).toEqual(['getTransaction', 'getSignatureStatuses'])
  pass(1_000)
  await judge(UNKNOWN)
  expect(first.calls).toHaveLength(4)
})

test('a blockhash is shared for a second', async () => {
  const { chain, pass } = chainOver([first.url])
  first.calls.length = 0
  await Promise.all(Array.from({ length: 20 }, () => chain.latestBlockhash()))
  expect(first.calls).toHaveLength(1)
  pass(1_000)
  await chain.latestBlockhash()
  expect(first.calls).toHaveLength(2)
})

test('calls are limited in total, and calls for strangers leave half of them', async () => {
  const { chain, pass } = chainOver([first.url], { callsPerSecond: 10 })
  first.calls.length = 0
  const strangers = Array.from({ length: 40 }, (_, place) =>
    chain.findTransaction(`${place}`.padStart(2, '2').repeat(44), { leavesReserve: true }),
  )
  const seen = await Promise.all(strangers)
  expect(seen.filter(({ at }) => at === 'rate_limited').length).toBeGreaterThan(0)
  expect(chain.callsLeft()).toBeGreaterThan(0)
  expect((await chain.findTransaction(paid)).at).toBe('finalized')
  for (let call = 0; call < 100; call += 1) await chain.findTransaction(paid.slice(1) + call)
  expect(first.calls.length).toBeLessThanOrEqual(25)
  pass(1_000)
  expect(chain.callsLeft()).toBe(10)
})

test('an RPC that comes back on another network is not used', async () => {
  const genesisHash = await createSolanaRpc(ledger.rpcUrl).getGenesisHash().send()
  const { judge, logged, pass } = chainOver([first.url], { genesisHash })
  expect(await judge(paid)).toMatchObject({ status: 'verified' })
  pass(60_000)
  first.behave(DOWN)
  expect(await judge(paid)).toMatchObject({ status: 'pending' })
  pass(60_000)
  first.behave({
    alter: (result, { method }) => (method === 'getGenesisHash' ? 'A'.repeat(43) : result),
  })
  expect(await judge(paid)).toMatchObject({ status: 'pending', reason: 'rpc_unavailable' })
  expect(logged('is on another network')).toHaveLength(1)
})

test('an RPC on another network is not used', async () => {
  const genesisHash = 'A'.repeat(43)
  const { judge, logged } = chainOver([first.url], { genesisHash })
  expect(await judge(paid)).toMatchObject({ status: 'pending', reason: 'rpc_unavailable' })
  expect(logged('is on another network')).toMatchObject([{ level: 50 }])
})
