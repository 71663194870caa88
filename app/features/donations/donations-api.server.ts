import { isAddress } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { RateLimits } from '../../platform/rate-limits/rate-limits.server.ts'
import { Refusal } from '../../platform/refusal.server.ts'
import { createTurns } from '../../platform/take-turns.ts'
import { site } from '../../site.ts'
import { NPC_ID } from '../npcs/contract.ts'
import { beginDonation } from './begin-donation.server.ts'
import type { CheckNeeds } from './check-payment.server.ts'
import { isClaimSigned } from './claim-signature.server.ts'
import type { DonationIntent, IntentState, WireTransaction } from './contract.ts'
import { findDonationOfIntent, hasNpc, listDonations, toDonation } from './donations-store.server.ts'
import { findIntent, type Intent } from './intents-store.server.ts'
import { parseTxHash } from './parse-tx-hash.server.ts'
import { readAs } from './read-as.server.ts'
import { recordDonation } from './record-donation.server.ts'
import {
  beginDonationSchema,
  createDonationSchema,
  payerSchema,
  signedTransactionSchema,
  verifySchema,
} from './requests.server.ts'
import { isRefusal } from './rpc-addresses.server.ts'
import { buildTransfer, isSignedTransferWith } from './transfer.server.ts'
import { verifyDonation } from './verify-donation.server.ts'

type OfId = { Params: { id: string } }

/** Each may cost calls to the chain: strangers must not be able to ask for more than that. */
const MOST_VERIFIED_AT_ONCE = 64
const CHAIN_RESTS = 'The Solana network cannot be reached right now. Please try again in a moment.'

type Needs = CheckNeeds & { rateLimits: RateLimits<'donations'> }

export async function donationsApi(api: FastifyInstance, needs: Needs): Promise<void> {
  const { db, chain, rateLimits } = needs
  let verifying = 0
  // A thousand claims on one payment must not take every connection to wait for its lock.
  const inTurn = createTurns()

  api.addHook('onRequest', async ({ method, ip }) => {
    if (method === 'POST') rateLimits.spend('donations', ip ?? '')
  })

  async function knownNpc(id: string): Promise<string> {
    if (NPC_ID.test(id) && (await hasNpc({ db }, id))) return id
    throw new Refusal(404, 'There is no such NPC.')
  }

  async function knownIntent(id: string): Promise<Intent> {
    const intent = await findIntent({ db }, id)
    if (intent === undefined) throw new Refusal(404, 'There is no such donation.')
    return intent
  }

  api.get<OfId>('/npcs/:id/donations', async ({ params }) => listDonations({ db }, await knownNpc(params.id)))

  api.post<OfId>('/npcs/:id/donations', async ({ params, body }, reply) => {
    const npcId = await knownNpc(params.id)
    const given = readAs(createDonationSchema, body)
    const txHash = parseTxHash(given.tx_hash)
    if (txHash === undefined) throw new Refusal(422, 'That is not the hash of a Solana transaction.')
    const claim = { ...given, tx_hash: txHash }
    if (claim.wallet && !(await isClaimSigned({ txHash, username: claim.username, wallet: claim.wallet })))
      throw new Refusal(422, 'The wallet did not sign this claim.')
    const intent = claim.intent ? await knownIntent(claim.intent) : undefined
    const recorded = await inTurn(txHash, () => recordDonation(needs, npcId, claim, intent))
    if (recorded.status === 'already_claimed')
      throw new Refusal(409, 'This transaction was already submitted as a donation.')
    return reply.code(201).send(recorded.donation)
  })

  api.post('/verify-solana-tx', async ({ body }) => {
    const asked = v.safeParse(verifySchema, body)
    if (!asked.success) throw new Refusal(400, 'A transaction hash is a text.')
    if (verifying >= MOST_VERIFIED_AT_ONCE)
      throw new Refusal(503, 'Many donations are being verified. Please wait.')
    verifying += 1
    return verifyDonation(needs, asked.output.txHash).finally(() => {
      verifying -= 1
    })
  })

  api.post<OfId>('/npcs/:id/donation-intents', async ({ params, body }, reply) => {
    const payee = { npcId: await knownNpc(params.id), terms: chain.terms, label: site.name }
    const intent: DonationIntent = await beginDonation({ db }, payee, readAs(beginDonationSchema, body))
    return reply.code(201).send(intent)
  })

  api.get<OfId>('/donation-intents/:id', async ({ params }): Promise<IntentState> => {
    const intent = await knownIntent(params.id)
    const line = await findDonationOfIntent({ db }, intent.id)
    return { donation: line ? toDonation(line) : null }
  })

  api.post<OfId>('/donation-intents/:id/transaction', async ({ params, body }): Promise<WireTransaction> => {
    const { reference, lamports } = await knownIntent(params.id)
    const { payer } = readAs(payerSchema, body)
    if (!isAddress(payer)) throw new Refusal(422, 'The payer is not a Solana address.')
    const lifetime = await chain.latestBlockhash()
    if (lifetime === undefined) throw new Refusal(503, CHAIN_RESTS)
    const transfer = { from: payer, to: chain.terms.address, lamports, reference, lifetime }
    return { transaction: buildTransfer(transfer) }
  })

  api.post<OfId>('/donation-intents/:id/signed-transaction', async ({ params, body }) => {
    const { reference } = await knownIntent(params.id)
    const { transaction } = readAs(signedTransactionSchema, body)
    if (!isSignedTransferWith(transaction, [chain.terms.address, reference]))
      throw new Refusal(422, 'That is not the signed transfer of this donation.')
    const txHash = await chain.send(transaction).catch((error: unknown) => {
      if (isRefusal(error))
        throw new Refusal(422, 'The network refused the transfer. Are there enough funds?')
      throw error
    })
    if (txHash === undefined) throw new Refusal(503, CHAIN_RESTS)
    return { tx_hash: txHash }
  })
}
