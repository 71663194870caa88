import {
  address,
  type Base64EncodedWireTransaction,
  type Blockhash,
  createSolanaRpc,
  isSolanaError,
  MAX_SUPPORTED_TRANSACTION_VERSION,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging.server.ts'
import type { PaymentTerms } from './contract.ts'
import type { Sighting } from './judge-transfer.ts'
import { readTransaction } from './read-transaction.server.ts'
import { createRpcAddresses } from './rpc-addresses.server.ts'

/** The only way to the chain. */
export type Chain = {
  terms: PaymentTerms
  findTransaction(signature: string): Promise<Sighting>
  /** What each address says, where there is more than one to ask. */
  findWitnesses(signature: string): Promise<Sighting[] | undefined>
  /** Newest first; undefined when no address answers. */
  listSignatures(range: SignatureRange): Promise<ListedSignature[] | undefined>
  latestBlockhash(): Promise<{ blockhash: Blockhash; lastValidBlockHeight: bigint } | undefined>
  /** The signature under which it was sent; undefined when no address answers. */
  send(transaction: string): Promise<string | undefined>
}

type SignatureRange = { limit: number; until: string | null; before: string | null }
type ListedSignature = { signature: string; hasFailed: boolean }

type Needs = { terms: PaymentTerms; rpcUrls: string[]; clock: Clock; log: Log }

type Rpc = ReturnType<typeof createSolanaRpc>

const FINALIZED = { commitment: 'finalized' } as const
const FOUND_AS = {
  ...FINALIZED,
  encoding: 'base64',
  maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
} as const

export function openChain({ terms, rpcUrls, clock, log }: Needs): Chain {
  const doors = rpcUrls.map((url) => ({ name: new URL(url).host, rpc: createSolanaRpc(url) }))
  const addresses = createRpcAddresses(doors, { clock, log })

  async function look(rpc: Rpc, text: string, abortSignal: AbortSignal): Promise<Sighting | undefined> {
    const signature = text as Signature
    try {
      const found = await rpc.getTransaction(signature, FOUND_AS).send({ abortSignal })
      if (found) return warnOfForgery(await readTransaction(text, found), text)
      const statuses = rpc.getSignatureStatuses([signature], { searchTransactionHistory: true })
      const [status] = (await statuses.send({ abortSignal })).value
      return status ? { at: 'below_commitment' } : undefined
    } catch (error) {
      if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION))
        throw error
      log.error({ signature }, 'the chain has a transaction version that this release cannot read')
      return { at: 'unsupported_version' }
    }
  }

  function warnOfForgery(seen: Sighting, signature: string): Sighting {
    if (seen.at === 'forged')
      log.error({ signature }, 'a Solana RPC returned a message that its signature does not fit')
    return seen
  }

  return {
    terms,

    async findTransaction(signature) {
      const asked = await addresses.askEach((rpc, abortSignal) => look(rpc, signature, abortSignal))
      if (asked.status === 'answered') return asked.answer
      if (asked.status === 'nothing') return { at: 'nowhere' }
      return { at: asked.status, retryAfterMs: asked.retryAfterMs }
    },

    async findWitnesses(signature) {
      if (addresses.count < 2) return undefined
      return addresses.askAll((rpc, abortSignal) => look(rpc, signature, abortSignal))
    },

    async listSignatures({ limit, until, before }) {
      const range = {
        ...FINALIZED,
        limit,
        ...(until && { until: until as Signature }),
        ...(before && { before: before as Signature }),
      }
      const asked = await addresses.askEach((rpc, abortSignal) =>
        rpc.getSignaturesForAddress(address(terms.address), range).send({ abortSignal }),
      )
      if (asked.status !== 'answered') return undefined
      return asked.answer.map(({ signature, err }) => ({ signature, hasFailed: err !== null }))
    },

    async latestBlockhash() {
      const asked = await addresses.askEach((rpc, abortSignal) =>
        rpc.getLatestBlockhash(FINALIZED).send({ abortSignal }),
      )
      return asked.status === 'answered' ? asked.answer.value : undefined
    },

    async send(transaction) {
      const wire = transaction as Base64EncodedWireTransaction
      const asked = await addresses.askEach((rpc, abortSignal) =>
        rpc.sendTransaction(wire, { encoding: 'base64' }).send({ abortSignal }),
      )
      return asked.status === 'answered' ? asked.answer : undefined
    },
  }
}
