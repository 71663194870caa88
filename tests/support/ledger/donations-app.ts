import Fastify, { type FastifyBaseLogger } from 'fastify'
import { openChain } from '../../../app/features/donations/chain/solana-api.server.ts'
import { keepDonationLists } from '../../../app/features/donations/donation-lists.server.ts'
import { donationsApi } from '../../../app/features/donations/donations-api.server.ts'
import type { CheckContext } from '../../../app/features/donations/payments/check-payment.server.ts'
import { systemClock } from '../../../app/platform/clock.ts'
import { watchChanges } from '../../../app/platform/database/watch-changes.server.ts'
import { handleErrors } from '../../../server/plugins/handle-errors.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { captureLog, type LogLine } from '../site/captured-log.ts'
import { noLimits } from '../site/no-limits.ts'
import { testAccount } from './test-account.ts'
import type { TestLedger } from './test-ledger.ts'

export type DonationsApp = {
  needs: CheckContext
  lines(): LogLine[]
  /** Lets the process's clock go on; the database's is its own. */
  pass(ms: number): void
  submit(username: string, txHash: string): Promise<{ status: number; body: Record<string, unknown> }>
  verify(txHash: string): Promise<{ status: number; body: Record<string, unknown> }>
  close(): Promise<void>
}

type Options = { rpcUrls: string[]; timeoutMs?: number | undefined; isClockFixed?: boolean }

/** The donations' door with the production log, over the given RPCs and without a queue of its own. */
export async function donationsApp(
  { db, url }: TestDatabase,
  ledger: TestLedger,
  { rpcUrls, timeoutMs, isClockFixed = false }: Options,
): Promise<DonationsApp> {
  const { log, lines } = captureLog()
  const begunAt = systemClock.now()
  let passed = 0
  const clock = { now: () => (isClockFixed ? begunAt : systemClock.now()) + passed }
  const terms = { address: ledger.recipient.address, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls, clock, log, ...(timeoutMs !== undefined && { timeoutMs }) })
  const account = await testAccount(db, ledger.rpcUrl, terms.address)
  const needs = { db, chain, account, clock, log }
  const changes = watchChanges(url, log)
  const donations = keepDonationLists({ ...needs, changes })
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({ loggerInstance })
  handleErrors(app)
  const borrowed = {
    donations,
    rateLimits: noLimits,
    visitorSecret: 'for tests only',
    publicUrl: 'https://npc.example',
  }
  await app.register(donationsApi, { prefix: '/api', ...borrowed, ...needs })

  async function post(path: string, payload: object) {
    const answer = await app.inject({ method: 'POST', url: `/api${path}`, payload })
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
  }

  return {
    needs,
    lines,
    pass: (ms) => {
      passed += ms
    },
    submit: (username, tx_hash) => post('/npcs/1/donations', { username, amount: 0.5, tx_hash }),
    verify: (txHash) => post('/verify-solana-tx', { txHash }),
    close: async () => {
      await app.close()
      donations.close()
      await changes.close()
    },
  }
}
