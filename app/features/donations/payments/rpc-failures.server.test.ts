import { expect, test } from 'vitest'
import type { DonationsApp } from '../../../../tests/support/ledger/donations-app.ts'
import {
  type Fault,
  HALF_JSON,
  HANGS,
  HTML,
  withStatus,
} from '../../../../tests/support/ledger/faulty-rpc.ts'
import { ledgerFixture } from '../../../../tests/support/ledger/ledger-fixture.ts'
import { SOL } from '../../../../tests/support/ledger/test-ledger.ts'

const RETRY_AFTER_MS = 8_000
const MAX_BACKOFF_MS = 10_000
const HANG_MS = 2_000
const OTHER = '5'.repeat(88)

const fixture = ledgerFixture()
const rpcs = () => [fixture.first, fixture.second]

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

function open(setup: keyof typeof SETUPS, timeoutMs?: number): Promise<DonationsApp> {
  return fixture.openApp(rpcs().slice(0, SETUPS[setup].length), { timeoutMs, isClockFixed: true })
}

function behaveWell(): void {
  for (const rpc of rpcs()) rpc.behave(undefined)
}

async function payFinalized(): Promise<string> {
  const app = await fixture.openApp([{ url: fixture.ledger.rpcUrl }])
  return app.finalized(await fixture.ledger.pay(SOL / 10n))
}

test.each(CASES)(
  '%s, %s: no 500, no calls while the RPC is backed off, credited when it is back',
  async (fault, setup) => {
    const txHash = await payFinalized()
    const app = await open(setup, FAULTS[fault] === HANGS ? HANG_MS : undefined)
    const bad = SETUPS[setup].map((isBad, place) => {
      rpcs()[place]?.behave(isBad ? FAULTS[fault] : undefined)
      return isBad
    })
    const hasGood = bad.includes(false)

    expect((await app.submit('Patient', txHash)).status).toBe(201)
    const first = await app.verify(txHash)
    expect(first.status).toBe(200)
    if (hasGood) expect(first.body).toEqual({ success: true, amount: 0.1 })
    else {
      const reason = fault.startsWith('429') ? 'rpc_rate_limited' : 'rpc_unavailable'
      expect(first.body).toEqual({ success: false, reason })
    }

    const callsBefore = fixture.first.calls.length
    if (fault.startsWith('429')) app.pass(RETRY_AFTER_MS - 1)
    expect((await app.verify(OTHER)).status).toBe(200)
    expect(fixture.first.calls).toHaveLength(callsBefore)

    behaveWell()
    app.pass(MAX_BACKOFF_MS)
    expect(await app.verify(txHash)).toEqual({ status: 200, body: { success: true, amount: 0.1 } })
    const { rows } = await fixture.database.db.query(
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
