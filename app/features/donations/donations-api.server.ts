import { isAddress } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { createTurns } from '../../platform/async/keyed-mutex.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { networkKey, visitorKey } from '../../platform/network/visitor-address.server.ts'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import { site } from '../../site.ts'
import { buildTransfer, isSignedTransfer } from './chain/build-transfer.server.ts'
import { isRpcRejection } from './chain/rpc-addresses.server.ts'
import { beginDonation } from './claims/begin-donation.server.ts'
import { isClaimSigned } from './claims/claim-signature.server.ts'
import { findIntent, type Intent } from './claims/intents-store.server.ts'
import { parseTxHash } from './claims/parse-tx-hash.server.ts'
import { recordDonation } from './claims/record-donation.server.ts'
import { type DonationIntent, type IntentState, SUPPORTED_NPC_ID, type WireTransaction } from './contract.ts'
import type { DonationLists } from './donation-lists.server.ts'
import {
  beginDonationSchema,
  createDonationSchema,
  payerSchema,
  signedTransactionSchema,
  verifySchema,
} from './donation-requests.server.ts'
import { findDonationOfIntent, toDonation } from './donations-store.server.ts'
import { readAs } from './parse-body.server.ts'
import type { CheckNeeds } from './payments/check-payment.server.ts'
import { verifyDonation } from './payments/verify-donation.server.ts'

type OfId = { Params: { id: string } }

/** Each may cost calls to the chain: strangers must not be able to ask for more than that. */
const MAX_VERIFIED_AT_ONCE = 64
const TOO_MANY_OPEN =
  'Several of your donations still wait for the Solana network. Please try again in a minute.'
const TOO_MANY_OPEN_RETRY_S = 60
const CHAIN_RESTS = 'The Solana network cannot be reached right now. Please try again in a moment.'

const INTENT_ID = /^[\w-]{43}$/

type Needs = CheckNeeds & {
  donations: DonationLists
  rateLimits: RateLimits<'donations' | 'intents' | 'lookups' | 'transfers'>
  visitorSecret: string
  publicUrl: string
}

export async function donationsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { db, chain, account, donations, rateLimits, clock, visitorSecret } = needs
  const domain = new URL(needs.publicUrl).host
  let verifying = 0
  // A thousand claims on one payment must not take every connection to wait for its lock.
  const inTurn = createTurns()

  api.addHook('onRequest', async ({ method, ip }) => {
    if (method === 'POST') rateLimits.spend('donations', ip ?? '')
  })

  /** There is one receiving address, so one NPC takes donations. */
  async function supportedNpc(id: string): Promise<string> {
    if (!(await donations.hasNpc(id))) throw noSuchNpc()
    if (id !== SUPPORTED_NPC_ID) throw new HttpProblem(422, 'This NPC does not take donations yet.')
    return id
  }

  async function knownIntent(id: string): Promise<Intent> {
    const intent = INTENT_ID.test(id) ? await findIntent({ db }, account.id, id) : undefined
    if (intent === undefined) throw new HttpProblem(404, 'There is no such donation.')
    return intent
  }

  api.get<OfId>('/npcs/:id/donations', async ({ params }) => {
    const shown = await donations.of(params.id)
    if (shown === undefined) throw noSuchNpc()
    return shown
  })

  api.post<OfId>('/npcs/:id/donations', async ({ params, body, ip = '' }, reply) => {
    const npcId = await supportedNpc(params.id)
    const given = readAs(createDonationSchema, body)
    const txHash = parseTxHash(given.tx_hash)
    if (txHash === undefined) throw new HttpProblem(422, 'That is not the hash of a Solana transaction.')
    const claim = { ...given, tx_hash: txHash }
    const signed = { claim, domain, network: chain.terms.network, nowMs: clock.now() }
    if (claim.wallet && !(await isClaimSigned(signed)))
      throw new HttpProblem(422, 'The wallet did not sign this claim.')
    if (claim.intent) await knownIntent(claim.intent)
    const from = { address: visitorKey(visitorSecret, ip) ?? null, network: networkKey(visitorSecret, ip) }
    const recorded = await inTurn(txHash, () => recordDonation(needs, { npcId, given: claim, from }))
    if (recorded.status === 'already_claimed')
      throw new HttpProblem(409, 'This transaction was already submitted as a donation.')
    if (recorded.status === 'too_many_open') throw new HttpProblem(429, TOO_MANY_OPEN, TOO_MANY_OPEN_RETRY_S)
    return reply.code(201).send(recorded.donation)
  })

  api.post('/verify-solana-tx', async ({ body, ip = '' }) => {
    const asked = v.safeParse(verifySchema, body)
    if (!asked.success) throw new HttpProblem(400, 'A transaction hash is a text.')
    if (verifying >= MAX_VERIFIED_AT_ONCE)
      throw new HttpProblem(503, 'Many donations are being verified. Please wait.')
    verifying += 1
    const spend = () => rateLimits.spend('lookups', ip)
    const verification = await verifyDonation(needs, asked.output.txHash, spend).finally(() => {
      verifying -= 1
    })
    if (verification.success) donations.expire()
    return verification
  })

  api.post<OfId>('/npcs/:id/donation-intents', async ({ params, body, ip = '' }, reply) => {
    rateLimits.spend('intents', ip)
    const payee = { npcId: await supportedNpc(params.id), account, label: site.name }
    const intent: DonationIntent = await beginDonation({ db }, payee, readAs(beginDonationSchema, body))
    return reply.code(201).send(intent)
  })

  api.get<OfId>('/donation-intents/:id', async ({ params }): Promise<IntentState> => {
    const intent = await knownIntent(params.id)
    const line = await findDonationOfIntent({ db }, intent.id)
    return { donation: line ? toDonation(line) : null }
  })

  api.post<OfId>(
    '/donation-intents/:id/transaction',
    async ({ params, body, ip = '' }): Promise<WireTransaction> => {
      rateLimits.spend('transfers', ip)
      const { reference, lamports } = await knownIntent(params.id)
      const { payer } = readAs(payerSchema, body)
      if (!isAddress(payer)) throw new HttpProblem(422, 'The payer is not a Solana address.')
      const lifetime = await chain.latestBlockhash()
      if (lifetime === undefined) throw new HttpProblem(503, CHAIN_RESTS)
      const transfer = { from: payer, to: account.address, lamports, reference, lifetime }
      return { transaction: buildTransfer(transfer) }
    },
  )

  api.post<OfId>('/donation-intents/:id/signed-transaction', async ({ params, body, ip = '' }) => {
    rateLimits.spend('transfers', ip)
    const { reference, lamports } = await knownIntent(params.id)
    const { transaction } = readAs(signedTransactionSchema, body)
    if (!isSignedTransfer(transaction, { to: account.address, lamports, reference }))
      throw new HttpProblem(422, 'That is not the signed transfer of this donation.')
    const txHash = await chain.send(transaction).catch((error: unknown) => {
      if (isRpcRejection(error))
        throw new HttpProblem(422, 'The network refused the transfer. Are there enough funds?')
      throw error
    })
    if (txHash === undefined) throw new HttpProblem(503, CHAIN_RESTS)
    return { tx_hash: txHash }
  })
}

function noSuchNpc(): HttpProblem {
  return new HttpProblem(404, 'There is no such NPC.')
}
