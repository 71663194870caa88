import { type Address, createSolanaRpcSubscriptions, getSignatureFromTransaction } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import {
  connectTestClient,
  newAddress,
  type TestClient,
} from '../../../tests/support/ledger/ledger-client.ts'
import {
  type LedgerWithClient,
  openLedgerWithClient,
} from '../../../tests/support/ledger/ledger-with-client.ts'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { startServer } from '../../../tests/support/start-server.ts'
import { freePairOfPorts } from '../network/free-port.server.ts'
import { openEmbeddedLedger } from './embedded-ledger.server.ts'

let ledger: LedgerWithClient
let client: TestClient
let subscriptions: ReturnType<typeof createSolanaRpcSubscriptions>
let abort: AbortController

beforeAll(async () => {
  const port = await freePairOfPorts()
  ledger = await openLedgerWithClient(port)
  client = ledger.client
  subscriptions = createSolanaRpcSubscriptions(`ws://127.0.0.1:${port + 1}`)
})
afterAll(() => ledger.close())
beforeEach(() => {
  abort = new AbortController()
})
afterEach(() => abort.abort())

/** To be called before what causes the notification: kit keeps none for later. */
async function find<T>(notifications: AsyncIterable<T>, isWanted: (each: T) => boolean): Promise<T> {
  for await (const notification of notifications) if (isWanted(notification)) return notification
  throw new Error('the subscription ended')
}
const next = <T>(notifications: AsyncIterable<T>) => find(notifications, () => true)

const pay = async (to: Address, amount: bigint) =>
  client.send(await client.sign(0, [client.transfer(to, amount)]))

test.for(['processed', 'confirmed', 'finalized'] as const)(
  'each change of an account is reported when it is %s, with the state of its slot',
  async (commitment) => {
    const to = await newAddress()
    const changes = await subscriptions
      .accountNotifications(to, { commitment, encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal })
    const seen = changes[Symbol.asyncIterator]()
    const slotOf = async (signature: Awaited<ReturnType<typeof pay>>) =>
      (await client.rpc.getSignatureStatuses([signature]).send()).value[0]?.slot
    const reports = [seen.next(), seen.next()] as const
    const first = await slotOf(await pay(to, 2_000_000n))
    const { value: one } = await reports[0]
    expect(one).toMatchObject({ context: { slot: first }, value: { lamports: 2_000_000n } })
    expect(one?.value).toMatchObject({ owner: SYSTEM_PROGRAM_ADDRESS, data: ['', 'base64'], space: 0n })
    const second = await slotOf(await pay(to, 1_000_000n))
    const { value: other } = await reports[1]
    expect(other).toMatchObject({ context: { slot: second }, value: { lamports: 3_000_000n } })
  },
)

test('of a failed transaction only the payer changes', async () => {
  const to = await newAddress()
  const watch = (of: Address) =>
    subscriptions
      .accountNotifications(of, { commitment: 'confirmed', encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal })
  const [target, payer] = await Promise.all([watch(to), watch(client.donor.address)])
  const failing = await client.sign(0, [client.transfer(to, 999_000_000_000_000n)])
  const [ofTarget, ofPayer] = [next(target), next(payer)]
  await client.send(failing, { skipPreflight: true })
  await ofPayer
  await pay(to, 1_500_000n)
  expect((await ofTarget).value.lamports).toBe(1_500_000n)
})

test('the accounts of a program are reported, filtered', async () => {
  const to = await newAddress()
  const filters = [{ dataSize: 0n }]
  const changes = await subscriptions
    .programNotifications(SYSTEM_PROGRAM_ADDRESS, { commitment: 'confirmed', encoding: 'base64', filters })
    .subscribe({ abortSignal: abort.signal })
  const report = find(changes, ({ value }) => value.pubkey === to)
  await pay(to, 2_000_000n)
  expect((await report).value.account).toMatchObject({ lamports: 2_000_000n, data: ['', 'base64'] })
})

test('roots and slots are reported in turn', async () => {
  const options = { abortSignal: abort.signal }
  const roots = (await subscriptions.rootNotifications().subscribe(options))[Symbol.asyncIterator]()
  const slots = (await subscriptions.slotNotifications().subscribe(options))[Symbol.asyncIterator]()
  const root = (await roots.next()).value as bigint
  expect((await roots.next()).value).toBe(root + 1n)
  const { value: slot } = await slots.next()
  expect(slot?.slot).toBeGreaterThan(slot?.root ?? 0n)
})

test('the RPC port itself takes WebSockets, too', async () => {
  const logs = await client.rpcSubscriptions
    .logsNotifications('all', { commitment: 'confirmed' })
    .subscribe({ abortSignal: abort.signal })
  const report = next(logs)
  const transaction = await client.sign(0, [client.transfer(await newAddress(), 1_000_000n)])
  await client.send(transaction)
  expect((await report).value.signature).toBe(getSignatureFromTransaction(transaction))
})

test('the port of the WebSockets rejects foreign pages and plain requests', async () => {
  const url = new URL(ledger.rpcUrl)
  url.port = String(Number(url.port) + 1)
  expect((await fetch(url)).status).toBe(426)
  url.protocol = 'ws:'
  const socket = new WebSocket(url, { origin: 'https://evil.example' })
  const error = await new Promise<Error>((resolve) => void socket.once('error', resolve))
  expect(error.message).toContain('403')
})

test('one connection may hold 200 subscriptions', async () => {
  const socket = new WebSocket(ledger.rpcUrl.replace('http', 'ws'))
  await new Promise((resolve) => void socket.once('open', resolve))
  const answers: { result?: number; error?: { message: string } }[] = []
  const answered = new Promise<void>((resolve) => {
    socket.on('message', (body) => {
      const { id, ...answer } = JSON.parse(String(body))
      if (id === undefined) return
      answers.push(answer)
      if (id === 201) resolve()
    })
  })
  for (let id = 1; id <= 201; id += 1) socket.send(JSON.stringify({ id, method: 'rootSubscribe' }))
  await answered
  expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(200)
  expect(answers.at(-1)?.error?.message).toBe('Too many subscriptions')
  socket.terminate()
})

test('a taken port for WebSockets is reported in one line, and the ledger opens', async () => {
  const { log, lines } = captureLog('warn')
  const home = await temporaryFolder()
  const port = await freePairOfPorts()
  const taken = await startServer(() => {}, port + 1)
  const other = await openEmbeddedLedger({ folder: home.path, log, slotMs: 25, port })
  expect(lines().map(({ msg }) => msg)).toEqual([
    `ledger: port ${port + 1} is taken (EADDRINUSE); WebSockets are accepted on port ${port} only`,
  ])
  expect(await connectTestClient(other.rpcUrl, client.donor).rpc.getHealth().send()).toBe('ok')
  await other.close()
  taken.close()
  await home.remove()
})
