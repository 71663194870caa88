import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ReceivingAccount } from '../../features/donations/accounts/receiving-accounts-store.server.ts'
import type { Chain } from '../../features/donations/chain/solana-api.server.ts'
import { findTxHash } from '../../features/donations/claims/find-tx-hash.ts'
import type { DonationLists } from '../../features/donations/donation-lists.server.ts'
import { checkAgain } from '../../features/donations/review/check-again.server.ts'
import {
  creditedQuerySchema,
  type DonationsSummary,
  hideNameSchema,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type PaymentsPage,
  paymentsQuerySchema,
  type SiteDonationsSummary,
} from '../../features/donations/review/contract.ts'
import { hideName } from '../../features/donations/review/hide-name.server.ts'
import {
  listChecked,
  listCredited,
  type PaymentFilter,
} from '../../features/donations/review/payments-store.server.ts'
import {
  countChecks,
  findLastReconciliation,
  sumCredited,
} from '../../features/donations/review/sums-store.server.ts'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { NPC_UNKNOWN } from '../../features/npcs/contract.ts'
import type { Clock } from '../../platform/clock.ts'
import { streamCsv } from '../../platform/csv/encode-csv.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem, problemOf } from '../../platform/http/http-problem.server.ts'
import { normalizeName } from '../../platform/names/shown-name.ts'
import { parseBody, readId } from '../parts/read-request.server.ts'
import { CREDIT_COLUMNS, createCreditsExport } from './credits-export.server.ts'

type Needs = { db: Db; account: ReceivingAccount; chain: Chain; donations: DonationLists; clock: Clock }
type OfPayment = { Params: { id: string } }
type OfNpc = { Params: { npcId: string } }

const NPC = { config: { access: 'npc' } } as const

const PER_PAGE = 30
const QUERY_RULES =
  'Donations are listed by status, below a cursor, and searched with at most 300 characters.'
const RENAMED = 'Somebody with a stronger proof has this payment now. Read the new name first.'
const CREDITED = 'This payment has been credited.'

/** Payments, whether credited or not, of the address and network that receive donations now. */
export async function donationsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  serveLists(api, needs)
  serveOwnList(api, needs)
  serveChanges(api, needs)
  serveExport(api, needs)
}

function serveLists(api: FastifyInstance, { db, account, chain }: Needs): void {
  const list = (status: PaymentStatus, filter: PaymentFilter): Promise<PaymentsPage> =>
    status === 'credited'
      ? listCredited(db, account.id, filter, true)
      : listChecked(db, account.id, status, filter)

  api.get('/donations', async ({ query }) => {
    const { status, before, search } = parseBody(paymentsQuerySchema, query, QUERY_RULES)
    const filter = toFilter({ before, search })
    if (filter.txHash === undefined) return list(status, filter)
    const found = await Promise.all(PAYMENT_STATUSES.map((each) => list(each, { ...filter, limit: 1 })))
    return {
      payments: found.flatMap(({ payments }) => payments).slice(0, 1),
      next: null,
    } satisfies PaymentsPage
  })

  api.get('/donations/summary', async () => {
    const [sums, checks, reconciliation] = await Promise.all([
      sumCredited(db, account.id),
      countChecks(db, account.id),
      findLastReconciliation(db, account.id),
    ])
    return { ...chain.terms, ...sums, ...checks, reconciliation } satisfies SiteDonationsSummary
  })
}

/** What the person of an NPC sees: names as visitors do. */
function serveOwnList(api: FastifyInstance, { db, account, chain, donations }: Needs): void {
  async function requireNpc(npcId: string): Promise<void> {
    readId(npcId)
    if (!(await donations.hasNpc(npcId))) throw problemOf(NPC_UNKNOWN)
  }

  api.get<OfNpc>('/npcs/:npcId/donations/credited', NPC, async ({ params: { npcId }, query }) => {
    const asked = parseBody(creditedQuerySchema, query, QUERY_RULES)
    await requireNpc(npcId)
    return listCredited(db, account.id, { ...toFilter(asked), npcId }, false)
  })

  api.get<OfNpc>('/npcs/:npcId/donations/summary', NPC, async ({ params: { npcId } }) => {
    await requireNpc(npcId)
    return { ...chain.terms, ...(await sumCredited(db, account.id, npcId)) } satisfies DonationsSummary
  })
}

function serveChanges(api: FastifyInstance, { db, account, donations }: Needs): void {
  api.put<OfPayment>('/donations/:id/name', async (request) => {
    const txHash = requireTxHash(request.params.id)
    const change = parseBody(
      hideNameSchema,
      request.body,
      'A name is hidden or shown, with the name as read.',
    )
    let outcome: Awaited<ReturnType<typeof hideName>> = 'unknown'
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      outcome = await hideName(client, account, txHash, change)
      if (outcome !== 'changed') return undefined
      // Not the name: it could never be deleted from the audit log.
      const action = change.is_name_hidden ? 'hid the name of a donation' : 'showed the name of a donation'
      return { action, details: { transaction: txHash } }
    })
    if (outcome === 'unknown') throw new HttpProblem(404)
    if (outcome === 'renamed') throw new HttpProblem(409, RENAMED, undefined, 'renamed')
    donations.expire()
    return {}
  })

  api.post<OfPayment>('/donations/:id/check', async (request) => {
    const txHash = requireTxHash(request.params.id)
    let outcome: Awaited<ReturnType<typeof checkAgain>> = { status: 'unknown' }
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      outcome = await checkAgain(client, account, txHash)
      if (outcome.status !== 'queued') return undefined
      const details = { transaction: txHash, was_rejected: outcome.wasRejected }
      return { action: 're-checked a payment', details }
    })
    throwUnlessQueued(outcome)
    return {}
  })
}

function serveExport(api: FastifyInstance, { db, account, chain, clock }: Needs): void {
  const { network } = chain.terms
  const exportCredits = createCreditsExport({ db, account, network })

  api.get('/donations.csv', (_request, reply) => {
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="donations-${network}-${day}.csv"`)
      .send(Readable.from(streamCsv(CREDIT_COLUMNS, exportCredits())))
  })
}

function toFilter({ before, search }: { before?: string | undefined; search: string }): PaymentFilter {
  const txHash = findTxHash(search)
  if (txHash !== undefined) return { txHash, limit: PER_PAGE }
  const name = normalizeName(search).replace(/^@/, '')
  return { ...(name !== '' && { name }), before, limit: PER_PAGE }
}

/** Another text is no payment's hash. */
function requireTxHash(id: string): string {
  const txHash = findTxHash(id)
  if (txHash === undefined) throw new HttpProblem(404)
  return txHash
}

function throwUnlessQueued(outcome: Awaited<ReturnType<typeof checkAgain>>): void {
  if (outcome.status === 'unknown') throw new HttpProblem(404)
  if (outcome.status === 'credited') throw new HttpProblem(409, CREDITED, undefined, 'credited')
  if (outcome.status === 'queued') return
  const { status, retryAfterS } = outcome
  const wait = `Please wait ${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}.`
  const why =
    status === 'too soon'
      ? 'This payment was checked again a moment ago.'
      : 'Many payments are being checked again.'
  throw new HttpProblem(429, `${why} ${wait}`, retryAfterS, status === 'too soon' ? 'too_soon' : 'too_many')
}
