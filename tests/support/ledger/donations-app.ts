import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { openChain } from '../../../app/features/donations/chain/solana-api.server.ts'
import {
  type DonationLists,
  keepDonationLists,
} from '../../../app/features/donations/donation-lists.server.ts'
import { donationsApi } from '../../../app/features/donations/donations-api.server.ts'
import type { CheckContext } from '../../../app/features/donations/payments/check-payment.server.ts'
import { defaultSite } from '../../../app/features/site-details/keep-site-details.server.ts'
import { systemClock } from '../../../app/platform/clock.ts'
import type { Db } from '../../../app/platform/database/database.server.ts'
import { watchChanges } from '../../../app/platform/database/watch-changes.server.ts'
import { handleErrors } from '../../../server/plugins/handle-errors.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { captureLog, type LogLine } from '../site/captured-log.ts'
import { noLimits } from '../site/no-limits.ts'
import { until } from '../until.ts'
import { testAccount } from './test-account.ts'
import type { TestLedger } from './test-ledger.ts'

export type DonationsApp = {
  api: FastifyInstance
  context: CheckContext
  donations: DonationLists
  lines(): LogLine[]
  /** Moves the process's clock forward, but not the database's. */
  pass(ms: number): void
  submit(username: string, txHash: string): Promise<{ status: number; body: Record<string, unknown> }>
  verify(txHash: string): Promise<{ status: number; body: Record<string, unknown> }>
  /** Waits until the chain shows a transaction as finalized. */
  finalized(txHash: string): Promise<string>
  close(): Promise<void>
}

type Options = {
  rpcUrls: string[]
  timeoutMs?: number | undefined
  isClockFixed?: boolean
  /** The database that the lists read from. */
  listDb?: Db
}

/** The donations API with the production log, over the given RPCs and without a payment queue. */
export async function donationsApp(
  { db, url }: TestDatabase,
  ledger: TestLedger,
  { rpcUrls, timeoutMs, isClockFixed = false, listDb = db }: Options,
): Promise<DonationsApp> {
  const { log, lines } = captureLog()
  const startedAt = systemClock.now()
  let passed = 0
  const clock = { now: () => (isClockFixed ? startedAt : systemClock.now()) + passed }
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls, clock, log, ...(timeoutMs !== undefined && { timeoutMs }) })
  const account = await testAccount(db, ledger.rpcUrl, terms.address)
  const context = { db, chain, account, clock, log }
  const changes = watchChanges(url, log)
  const donations = keepDonationLists({ ...context, db: listDb, changes })
  const loggerInstance: FastifyBaseLogger = log
  const api = Fastify({ loggerInstance })
  handleErrors(api)
  const options = {
    donations,
    siteDetails: defaultSite,
    rateLimits: noLimits,
    visitorSecret: 'for tests only',
    publicUrl: 'https://npc.example',
  }
  await api.register(donationsApi, { prefix: '/api', ...options, ...context })

  function pass(ms: number): void {
    passed += ms
  }

  async function post(path: string, payload: object) {
    const answer = await api.inject({ method: 'POST', url: `/api${path}`, payload })
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
  }

  return {
    api,
    context,
    donations,
    lines,
    pass,
    submit: (username, tx_hash) => post('/npcs/1/donations', { username, amount: 0.5, tx_hash }),
    verify: (txHash) => post('/verify-solana-tx', { txHash }),
    finalized: async (txHash) => {
      await until(async () => {
        pass(1_000)
        return (await chain.findTransaction(txHash)).at === 'finalized'
      })
      return txHash
    },
    close: async () => {
      await api.close()
      donations.close()
      await changes.close()
    },
  }
}
