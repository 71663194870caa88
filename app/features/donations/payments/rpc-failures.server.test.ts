import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database/test-database.ts'
import { type DonationsApp, donationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import {
  type Fault,
  type FaultyRpc,
  faultyRpc,
  HALF_JSON,
  HANGS,
  HTML,
  withStatus,
} from '../../../../tests/support/ledger/faulty-rpc.ts'
import { SOL, type TestLedger, testLedger } from '../../../../tests/support/ledger/test-ledger.ts'
import { until } from '../../../../tests/support/until.ts'

const RETRY_AFTER_MS = 8_000
const MAX_BACKOFF_MS = 10_000
const HANG_MS = 2_000
const OTHER = '5'.repeat(88)

let database: TestDatabase
let ledger: TestLedger
let rpcs: [FaultyRpc, FaultyRpc]

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  ledger = await testLedger()
  rpcs = [await faultyRpc(ledger.rpcUrl), await faultyRpc(ledger.rpcUrl)]
})

afterAll(async () => {
  for (const rpc of rpcs) rpc.close()
  await ledger.close()
  await database.drop()
})

const FAULTS: Record<string, Fault> = {
  '429 with Retry-After: 8': withStatus(429, { 'retry-after': '8' }),
  '500': withStatus(500),
  '503': withStatus(503),
  HTML,
  'half a JSON': HALF_JSON,
  'a hang': HANGS,
}
const SETUPS = { 'one RPC': [true], 'two, the first bad': [true, false], 'two, both bad': [true, true] }

const CASES = Object.keys(FAULTS).flatMap((fault) =>
  Object.keys(SETUPS).map((setup) => [fault, setup as keyof typeof SETUPS] as const),
)

async function open(setup: keyof typeof SETUPS, timeoutMs?: number): Promise<DonationsApp> {
  const rpcUrls = rpcs.slice(0, SETUPS[setup].length).map(({ url }) => url)
  const app = await donationsApp(database, ledger, { rpcUrls, timeoutMs, isClockFixed: true })
  onTestFinished(() => app.close())
  return app
}

function behaveWell(): void {
  for (const rpc of rpcs) rpc.behave(undefined)
}

async function payFinally(): Promise<string> {
  const txHash = await ledger.pay(SOL / 10n)
  const watching = await donationsApp(database, ledger, { rpcUrls: [ledger.rpcUrl] })
  await until(async () => (await watching.needs.chain.findTransaction(txHash)).at === 'finalized')
  await watching.close()
  return txHash
}

test.each(CASES)(
  '%s, %s: no 500, no calls while the RPC is backed off, credited when it is back',
  async (fault, setup) => {
    const txHash = await payFinally()
    const app = await open(setup, FAULTS[fault] === HANGS ? HANG_MS : undefined)
    const bad = SETUPS[setup].map((isBad, place) => {
      rpcs[place]?.behave(isBad ? FAULTS[fault] : undefined)
      return isBad
    })
    onTestFinished(behaveWell)
    const hasGood = bad.includes(false)

    expect((await app.submit('Patient', txHash)).status).toBe(201)
    const first = await app.verify(txHash)
    expect(first.status).toBe(200)
    if (hasGood) expect(first.body).toEqual({ success: true, amount: 0.1 })
    else {
      const reason = fault.startsWith('429') ? 'rpc_rate_limited' : 'rpc_unavailable'
      expect(first.body).toEqual({ success: false, reason })
    }

    const callsBefore = rpcs[0].calls.length
    if (fault.startsWith('429')) app.pass(RETRY_AFTER_MS - 1)
    expect((await app.verify(OTHER)).status).toBe(200)
    expect(rpcs[0].calls).toHaveLength(callsBefore)

    behaveWell()
    app.pass(MAX_BACKOFF_MS)
    expect(await app.verify(txHash)).toEqual({ status: 200, body: { success: true, amount: 0.1 } })
    const { rows } = await database.db.query(
      'select username, lamports, verified from donations where tx_hash = $1',
      [txHash],
    )
    expect(rows).toEqual([{ username: 'Patient', lamports: SOL / 10n, verified: true }])
    expect(app.lines().filter(({ msg }) => msg?.includes('does not answer'))).toHaveLength(
      bad.filter(Boolean).length,
    )
    expect(app.lines().filter(({ level }) => level >= 50)).toEqual([])
  },
)
