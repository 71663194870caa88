import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest'
import { type TestDatabase, testDatabase } from '../database/test-database.ts'
import { type DonationsApp, donationsApp } from './donations-app.ts'
import { type FaultyRpc, faultyRpc } from './faulty-rpc.ts'
import { type TestLedger, testLedger } from './test-ledger.ts'

export type LedgerFixture = {
  database: TestDatabase
  ledger: TestLedger
  /** Both lead to the ledger and behave well at the start of each test. */
  first: FaultyRpc
  second: FaultyRpc
  /** Opens an app on these RPCs until the end of the test. */
  openApp(
    rpcs: { url: string }[],
    options?: { timeoutMs?: number | undefined; isClockFixed?: boolean },
  ): Promise<DonationsApp>
}

/** A database, a ledger and two faulty RPCs, for all tests of a file. */
export function ledgerFixture(): LedgerFixture {
  const fixture = {
    async openApp(rpcs, options) {
      const rpcUrls = rpcs.map(({ url }) => url)
      const app = await donationsApp(fixture.database, fixture.ledger, { rpcUrls, ...options })
      onTestFinished(() => app.close())
      return app
    },
  } as LedgerFixture

  beforeAll(async () => {
    fixture.database = await testDatabase(inject('databaseServer'))
    fixture.ledger = await testLedger()
    fixture.first = await faultyRpc(fixture.ledger.rpcUrl)
    fixture.second = await faultyRpc(fixture.ledger.rpcUrl)
  })

  afterEach(() => {
    fixture.first.behave(undefined)
    fixture.second.behave(undefined)
  })

  afterAll(async () => {
    fixture.first.close()
    fixture.second.close()
    await fixture.ledger.close()
    await fixture.database.drop()
  })

  return fixture
}
