import type { FastifyInstance } from 'fastify'
import { createBounded } from '../../platform/async/bounded.ts'
import { createKeyedMutex } from '../../platform/async/keyed-mutex.ts'
import { problemOf } from '../../platform/http/http-problem.server.ts'
import { parseBody } from '../../platform/http/parse-body.server.ts'
import { networkKey, visitorKey } from '../../platform/network/visitor-address.server.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import type { SiteDetails } from '../../site.ts'
import { languageFromCookie } from '../i18n/contract.ts'
import { LIVE_NPC_ID, NPC_UNKNOWN } from '../npcs/contract.ts'
import { prepareTransfer } from './chain/prepare-transfer.server.ts'
import { relayTransfer } from './chain/relay-transfer.server.ts'
import { createIntent } from './claims/create-intent.server.ts'
import { findIntent, type Intent } from './claims/intents-store.server.ts'
import { paymentMessage } from './claims/payment-message.server.ts'
import { submitClaim } from './claims/submit-claim.server.ts'
import type { DonationIntent, IntentState, WireTransaction } from './contract.ts'
import type { DonationLists } from './donation-lists.server.ts'
import {
  createDonationSchema,
  createIntentSchema,
  payerSchema,
  signedTransactionSchema,
  verifySchema,
} from './donation-requests.server.ts'
import { findDonationOfIntent, toDonation } from './donations-store.server.ts'
import type { CheckContext } from './payments/check-payment.server.ts'
import { verifyDonation } from './payments/verify-donation.server.ts'
import { DONATIONS_PROBLEMS, donationsProblem } from './problems.server.ts'

type WithId = { Params: { id: string } }

/** Each may cost calls to the chain, so strangers must not cause more than this. */
const MAX_VERIFIED_AT_ONCE = 64

type Options = CheckContext & {
  donations: DonationLists
  rateLimits: RateLimits<'donations' | 'intents' | 'lookups' | 'transfers'>
  visitorSecret: string
  publicUrl: string
  siteDetails: { current(): SiteDetails }
}

export async function donationsApi(api: FastifyInstance, options: Options): Promise<void> {
  const { rateLimits } = options
  api.addHook('onRequest', async ({ method, ip }) => {
    if (method === 'POST') rateLimits.spend('donations', ip ?? '')
  })
  serveDonations(api, options)
  serveIntents(api, options)
}

function serveDonations(api: FastifyInstance, options: Options): void {
  const { chain, donations, rateLimits, visitorSecret, publicUrl } = options
  const mutex = createKeyedMutex()
  const claimContext = { ...options, network: chain.terms.network, domain: new URL(publicUrl).host, mutex }
  const verifyBounded = createBounded(MAX_VERIFIED_AT_ONCE)

  api.get<WithId>('/npcs/:id/donations', async ({ params }) => {
    const shown = await donations.of(params.id)
    if (shown === undefined) throw problemOf(NPC_UNKNOWN)
    return shown
  })

  api.post<WithId>('/npcs/:id/donations', async ({ params, body, ip = '' }, reply) => {
    const npcId = await requireSupportedNpc(donations, params.id)
    const given = parseBody(createDonationSchema, body, DONATIONS_PROBLEMS)
    const from = { address: visitorKey(visitorSecret, ip) ?? null, network: networkKey(visitorSecret, ip) }
    const submitted = await submitClaim(claimContext, { npcId, given, from })
    if (submitted.status !== 'created') throw donationsProblem(submitted.status)
    return reply.code(201).send(submitted.donation)
  })

  api.post('/verify-solana-tx', async ({ body, ip = '' }) => {
    const { txHash } = parseBody(verifySchema, body, DONATIONS_PROBLEMS)
    const spend = () => rateLimits.spend('lookups', ip)
    const verification = await verifyBounded(() => verifyDonation(options, txHash, spend))
    if (verification === undefined) throw donationsProblem('too_many_verifications')
    if (verification.success) donations.expire()
    return verification
  })
}

function serveIntents(api: FastifyInstance, options: Options): void {
  const { db, account, donations, rateLimits, siteDetails } = options

  async function requireIntent(id: string): Promise<Intent> {
    const intent = await findIntent(db, account.id, id)
    if (intent === undefined) throw donationsProblem('intent_unknown')
    return intent
  }

  api.post<WithId>('/npcs/:id/donation-intents', async ({ params, body, headers, ip = '' }, reply) => {
    rateLimits.spend('intents', ip)
    const npcId = await requireSupportedNpc(donations, params.id)
    const { name: label } = siteDetails.current()
    const message = paymentMessage(languageFromCookie(headers.cookie), label)
    const payee = { npcId, account, label, message }
    const intent: DonationIntent = await createIntent(
      db,
      payee,
      parseBody(createIntentSchema, body, DONATIONS_PROBLEMS),
    )
    return reply.code(201).send(intent)
  })

  api.get<WithId>('/donation-intents/:id', async ({ params }): Promise<IntentState> => {
    const intent = await requireIntent(params.id)
    const row = await findDonationOfIntent(db, intent.id)
    return { donation: row ? toDonation(row) : null }
  })

  api.post<WithId>(
    '/donation-intents/:id/transaction',
    async ({ params, body, ip = '' }): Promise<WireTransaction> => {
      rateLimits.spend('transfers', ip)
      const intent = await requireIntent(params.id)
      const prepared = await prepareTransfer(
        options,
        intent,
        parseBody(payerSchema, body, DONATIONS_PROBLEMS).payer,
      )
      if (prepared.status !== 'prepared') throw donationsProblem(prepared.status)
      return { transaction: prepared.transaction }
    },
  )

  api.post<WithId>('/donation-intents/:id/signed-transaction', async ({ params, body, ip = '' }) => {
    rateLimits.spend('transfers', ip)
    const intent = await requireIntent(params.id)
    const { transaction } = parseBody(signedTransactionSchema, body, DONATIONS_PROBLEMS)
    const relayed = await relayTransfer(options, intent, transaction)
    if (relayed.status !== 'sent') throw donationsProblem(relayed.status)
    return { tx_hash: relayed.txHash }
  })
}

async function requireSupportedNpc(donations: DonationLists, id: string): Promise<string> {
  if (!(await donations.hasNpc(id))) throw problemOf(NPC_UNKNOWN)
  if (id !== LIVE_NPC_ID) throw donationsProblem('npc_without_donations')
  return id
}
