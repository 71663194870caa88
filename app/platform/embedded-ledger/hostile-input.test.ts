import { request } from 'node:http'
import { getBase64Decoder, getTransactionEncoder, signBytes } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import {
  connectTestClient,
  memo,
  newAddress,
  type TestClient,
} from '../../../tests/support/ledger/ledger-client.ts'
import {
  type LedgerWithClient,
  openLedgerWithClient,
} from '../../../tests/support/ledger/ledger-with-client.ts'
import { openEmbeddedLedger } from './embedded-ledger.server.ts'

let ledger: LedgerWithClient
let client: TestClient

beforeAll(async () => {
  ledger = await openLedgerWithClient()
  client = ledger.client
})
afterAll(() => ledger.close())

const JSON_HEADERS = { 'content-type': 'application/json' }
const post = (body: string) => fetch(ledger.rpcUrl, { method: 'POST', headers: JSON_HEADERS, body })
async function codeOf(body: string): Promise<number | undefined> {
  return (await (await post(body)).json()).error?.code
}
const call = (method: string, params: unknown) =>
  codeOf(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
const isAlive = async () => expect(await call('getHealth', [])).toBeUndefined()

test.for([
  ['', -32700],
  ['{', -32700],
  ['\u0000\ufffd', -32700],
  ['['.repeat(200_000), -32700],
  ['null', -32600],
  ['1', -32600],
  ['"getSlot"', -32600],
  ['{}', -32600],
  ['[]', -32600],
  ['{"id":{},"method":"getSlot"}', -32600],
  ['{"id":1,"method":7}', -32600],
  [`[${'1,'.repeat(100)}1]`, -32600],
  ['{"id":1,"method":"constructor"}', -32601],
  ['{"id":1,"method":"__proto__"}', -32601],
] as const)('the body %j is an error', async ([body, code]) => {
  expect(await codeOf(body)).toBe(code)
  await isAlive()
})

test.for([
  ['getBalance', undefined],
  ['getBalance', {}],
  ['getBalance', 'x'],
  ['getBalance', [1]],
  ['getBalance', ['']],
  ['getBalance', ['0OIl'.repeat(10)]],
  ['getBalance', ['1'.repeat(1_000_00)]],
  ['getBalance', ['1'.repeat(32), 'finalized']],
  ['getBalance', ['1'.repeat(32), { commitment: 'max' }]],
  ['getBalance', ['1'.repeat(32), { commitment: { toString: 1 } }]],
  ['getAccountInfo', ['1'.repeat(32), { encoding: 'utf8' }]],
  ['getAccountInfo', ['1'.repeat(32), { encoding: 'base64', dataSlice: { offset: -1, length: 1 } }]],
  ['getMultipleAccounts', [Array(101).fill('1'.repeat(32))]],
  ['getMinimumBalanceForRentExemption', [-1]],
  ['getMinimumBalanceForRentExemption', [1e300]],
  ['getBlockTime', ['now']],
  ['getTransaction', ['1'.repeat(32)]],
  ['getTransaction', ['é'.repeat(64)]],
  ['getTransaction', ['1'.repeat(64), { encoding: 'xml' }]],
  ['getTransaction', ['1'.repeat(64), { commitment: 'processed' }]],
  ['getTransaction', ['1'.repeat(64), { maxSupportedTransactionVersion: 'one' }]],
  ['getSignatureStatuses', [['1']]],
  ['getSignatureStatuses', [Array(257).fill('1'.repeat(64))]],
  ['getSignaturesForAddress', ['1'.repeat(32), { limit: 0 }]],
  ['getSignaturesForAddress', ['1'.repeat(32), { limit: 1001 }]],
  ['getSignaturesForAddress', ['1'.repeat(32), { limit: 1.5 }]],
  ['getSignaturesForAddress', ['1'.repeat(32), { before: "' or 1=1 --" }]],
  ['requestAirdrop', ['1'.repeat(32), 0]],
  ['requestAirdrop', ['1'.repeat(32), 100_000_000_001]],
  ['requestAirdrop', ['1'.repeat(32), -1]],
  ['sendTransaction', []],
  ['sendTransaction', ['']],
  ['sendTransaction', ['z'.repeat(900_000)]],
  ['sendTransaction', ['0OIl']],
  ['sendTransaction', ['####', { encoding: 'base64' }]],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }]],
  ['sendTransaction', ['AQ==', { encoding: 'hex' }]],
  ['simulateTransaction', ['/////w==', { encoding: 'base64' }]],
  ['getFeeForMessage', ['AAAA']],
  ['getFeeForMessage', [{}]],
] as const)('%s rejects %j', async ([method, params]) => {
  expect(await call(method, params)).toBe(-32602)
  await isAlive()
})

/** LiteSVM aborts the process on bytes it cannot read; these are signed, so nothing else rejects them. */
test('mangled transactions with valid signatures are rejected or land, and never crash the process', async () => {
  const { privateKey } = client.donor.keyPair
  for (const version of ['legacy', 0, 1] as const) {
    const instructions = [client.transfer(await newAddress(), 1_000_000n), memo('hi')]
    const original = await client.sign(version, instructions)
    for (let at = 0; at < original.messageBytes.length; at += 1)
      for (const value of [0x80, 0xff]) {
        const bytes = Uint8Array.from(original.messageBytes)
        bytes[at] = value
        const signature = await signBytes(privateKey, bytes)
        const messageBytes = bytes as unknown as typeof original.messageBytes
        const mangled = { messageBytes, signatures: { [client.donor.address]: signature } }
        const wire = await encodeWire(mangled, bytes, signature)
        for (const method of ['sendTransaction', 'simulateTransaction'])
          await call(method, [
            wire,
            { encoding: 'base64', skipPreflight: true, replaceRecentBlockhash: true },
          ])
      }
  }
  await isAlive()
})

type Encodable = Parameters<ReturnType<typeof getTransactionEncoder>['encode']>[0]
async function encodeWire(
  transaction: Encodable,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<string> {
  try {
    return getBase64Decoder().decode(getTransactionEncoder().encode(transaction))
  } catch {
    return getBase64Decoder().decode(Uint8Array.from([1, ...signature, ...message]))
  }
}

test('trailing bytes are rejected', async () => {
  const signed = await client.sign(0, [client.transfer(await newAddress(), 1_000_000n)])
  const wire = Uint8Array.from([...getTransactionEncoder().encode(signed), 0])
  expect(await call('sendTransaction', [getBase64Decoder().decode(wire), { encoding: 'base64' }])).toBe(
    -32602,
  )
})

test('an unknown blockhash is rejected', async () => {
  const signed = await client.sign(0, [client.transfer(await newAddress(), 1_000_000n)])
  const other = await temporaryFolder()
  const stranger = await openEmbeddedLedger({ folder: other.path, log: silentLog, port: 0 })
  const there = connectTestClient(stranger.rpcUrl, client.donor)
  await expect(there.send(signed)).rejects.toMatchObject({ cause: { context: { __code: 7050008 } } })
  await stranger.close()
  await other.remove()
})

test('a batch is answered in order and notifications are not', async () => {
  const ask = (method: string, id?: number) => ({ jsonrpc: '2.0', id, method })
  const response = await post(JSON.stringify([ask('getHealth', 1), ask('getHealth'), ask('nonsense', 2)]))
  expect(await response.json()).toMatchObject([
    { id: 1, result: 'ok' },
    { id: 2, error: { code: -32601 } },
  ])
  expect((await post(JSON.stringify(ask('getHealth')))).status).toBe(204)
})

test('other paths, methods, hosts and oversized bodies are rejected', async () => {
  expect((await fetch(`${ledger.rpcUrl}/x`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(ledger.rpcUrl)).status).toBe(405)
  expect((await fetch(ledger.rpcUrl, { method: 'OPTIONS' })).status).toBe(204)
  expect(await statusFor({ host: 'evil.example' })).toBe(403)
  expect(await statusFor({ host: 'localhost:1' })).toBe(200)
  const large = await post('x'.repeat(1024 * 1024 + 1)).then(
    (response) => response.status,
    () => 413,
  )
  expect(large).toBe(413)
  await isAlive()
})

function statusFor(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { ...JSON_HEADERS, ...headers } }
    const sent = request(ledger.rpcUrl, options, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.end('{"id":1,"method":"getHealth"}')
  })
}

test.each([
  ['http://localhost:3000', 200],
  ['http://127.0.0.1:3400', 200],
  ['http://[::1]:3000', 200],
  ['chrome-extension://bfnaelmomeimhlpmgjnjophhpkkoljpa', 200],
  ['https://evil.example', 403],
  ['http://localhost.evil.example', 403],
  ['http://evil.example/localhost', 403],
  ['null', 403],
])('a page at %s gets %i', async (origin, status) => {
  expect(await statusFor({ origin })).toBe(status)
  const socket = new WebSocket(ledger.rpcUrl.replace('http', 'ws'), { origin })
  const opened = await new Promise((resolve) => {
    socket.once('open', () => resolve(200))
    socket.once('error', () => resolve(403))
  })
  expect(opened).toBe(status)
  socket.terminate()
})

test('only the calling page may read the answer, and only JSON is accepted', async () => {
  const headers = { ...JSON_HEADERS, origin: 'http://localhost:3000' }
  const answer = await fetch(ledger.rpcUrl, { method: 'POST', headers, body: '{"id":1,"method":"getSlot"}' })
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  expect((await post('{"id":1,"method":"getSlot"}')).headers.get('access-control-allow-origin')).toBeNull()
  expect(await statusFor({ 'content-type': 'text/plain' })).toBe(415)
  expect(await statusFor({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
})

test('a hostile subscriber gets errors', async () => {
  const socket = new WebSocket(ledger.rpcUrl.replace('http', 'ws'))
  await new Promise((resolve) => socket.once('open', resolve))
  const ask = (body: string) =>
    new Promise<{ error?: { code: number } }>((resolve) => {
      socket.once('message', (answer) => resolve(JSON.parse(String(answer))))
      socket.send(body)
    })
  const subscribe = (method: string, params: unknown) => ask(JSON.stringify({ id: 1, method, params }))
  expect((await ask('{')).error?.code).toBe(-32700)
  expect((await ask('[]')).error?.code).toBe(-32600)
  expect((await subscribe('getSlot', [])).error?.code).toBe(-32601)
  expect((await subscribe('logsSubscribe', [])).error?.code).toBe(-32602)
  expect((await subscribe('logsSubscribe', [{ mentions: [] }])).error?.code).toBe(-32602)
  expect((await subscribe('signatureSubscribe', ['x'])).error?.code).toBe(-32602)
  expect((await subscribe('slotUnsubscribe', [999])).error?.code).toBe(-32602)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.send('x'.repeat(100_000))
  await closed
  await isAlive()
})
