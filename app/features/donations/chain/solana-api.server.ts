import { address, type Base64EncodedWireTransaction, type Blockhash, type Signature } from '@solana/kit'
import { cacheFor } from '../../../platform/async/cache-for.ts'
import { createTokenBucket } from '../../../platform/async/token-bucket.ts'
import type { Clock } from '../../../platform/clock.ts'

import type { Log } from '../../../platform/logging/logging.server.ts'
import type { PaymentTerms } from '../contract.ts'
import { bestSighting, isWhole } from '../verdicts/best-sighting.ts'
import type { Sighting } from '../verdicts/judge-transfer.ts'
import { createRpc, nameRpcs, type Rpc } from './rpc-client.server.ts'
import { type CallOptions, createRpcEndpoints, type RpcHealth } from './rpc-endpoints.server.ts'
import { createSightingReader } from './sighting-reader.server.ts'

/** The only access to the chain. */
export type Chain = {
  terms: PaymentTerms
  rpcNames: string[]
  rpcHealth(): RpcHealth[]
  /** Longer than the check of a payment can take. */
  longestCheckMs: number
  /** How many calls the budget allows now. */
  callsLeft(): number
  /** The best that any RPC says. */
  findTransaction(signature: string, options?: Pick<CallOptions, 'leavesReserve'>): Promise<Sighting>
  /** What each RPC says; undefined when there is only one. */
  findWitnesses(signature: string): Promise<Sighting[] | undefined>
  /** Newest first; undefined when this RPC does not answer. */
  listSignatures(rpcName: string, range: SignatureRange): Promise<ListedSignature[] | undefined>
  getBalance(): Promise<{ lamports: bigint; slot: bigint } | undefined>
  latestBlockhash(): Promise<Lifetime | undefined>
  /** Returns the signature; undefined when no RPC answers. Throws when an RPC rejects the transaction. */
  send(transaction: string): Promise<string | undefined>
}

type SignatureRange = { limit: number; before: string | null }
export type ListedSignature = { signature: string; slot: bigint; hasFailed: boolean }
type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint }

type ChainSettings = {
  terms: PaymentTerms
  rpcUrls: string[]
  /** RPCs with another genesis hash are not used. When undefined, it is not checked. */
  genesisHash?: string
  clock: Clock
  log: Log
  timeoutMs?: number
  callsPerSecond?: number
}

const TIMEOUT_MS = 8_000
/** For all calls of this process. Half of a burst is reserved for payments that are known to exist. */
const CALLS_PER_SECOND = 100
const BURST_SECONDS = 2
const BLOCKHASH_SHARED_FOR_MS = 1_000
/** A check's database statements; each has its own timeout. */
const DATABASE_MS = 20_000

const FINALIZED = { commitment: 'finalized' } as const

export function openChain(settings: ChainSettings): Chain {
  const { terms, clock, timeoutMs = TIMEOUT_MS } = settings
  const { names, budget, endpoints } = openEndpoints(settings, timeoutMs)
  const readSighting = createSightingReader(endpoints, settings)
  const shareBlockhash = cacheFor<Lifetime | undefined>({ clock }, BLOCKHASH_SHARED_FOR_MS, Boolean)

  return {
    terms,
    rpcNames: names,
    rpcHealth: endpoints.health,
    longestCheckMs: timeoutMs * (names.length + 1) + DATABASE_MS,
    callsLeft: () => budget.left(),

    async findTransaction(signature, options) {
      const sightings: Sighting[] = []
      for (const name of names) {
        const seen = await readSighting(name, signature, options)
        if (isWhole(seen)) return seen
        sightings.push(seen)
      }
      return bestSighting(sightings)
    },

    async findWitnesses(signature) {
      if (names.length < 2) return undefined
      return Promise.all(names.map((name) => readSighting(name, signature)))
    },

    async listSignatures(name, { limit, before }) {
      const range = { ...FINALIZED, limit, ...(before && { before: before as Signature }) }
      const outcome = await endpoints.callOne(name, async (rpc, abortSignal) =>
        readListed(await rpc.getSignaturesForAddress(address(terms.address), range).send({ abortSignal })),
      )
      return outcome.status === 'answered' ? outcome.answer : undefined
    },

    async getBalance() {
      const balance = await endpoints.callAny((rpc, abortSignal) =>
        rpc.getBalance(address(terms.address), FINALIZED).send({ abortSignal }),
      )
      return balance && { lamports: balance.value, slot: balance.context.slot }
    },

    latestBlockhash: () =>
      shareBlockhash('', async () => {
        const call = (rpc: Rpc, abortSignal: AbortSignal) =>
          rpc.getLatestBlockhash(FINALIZED).send({ abortSignal })
        return (await endpoints.callAny(call, { leavesReserve: true }))?.value
      }),

    async send(transaction) {
      const wire = transaction as Base64EncodedWireTransaction
      return endpoints.callAny(
        (rpc, abortSignal) => rpc.sendTransaction(wire, { encoding: 'base64' }).send({ abortSignal }),
        { leavesReserve: true, throwsRejections: true },
      )
    },
  }
}

function openEndpoints(settings: ChainSettings, timeoutMs: number) {
  const { rpcUrls, genesisHash, clock, log, callsPerSecond = CALLS_PER_SECOND } = settings
  const names = nameRpcs(rpcUrls)
  const burst = callsPerSecond * BURST_SECONDS
  const budget = createTokenBucket({ clock }, { perSecond: callsPerSecond, burst })
  const rpcs = rpcUrls.map((url, place) => ({ name: names[place] ?? '', rpc: createRpc(url, budget.spend) }))
  const isOurNetwork = async (rpc: Rpc, abortSignal: AbortSignal) =>
    (await rpc.getGenesisHash().send({ abortSignal })) === genesisHash
  const endpoints = createRpcEndpoints(rpcs, {
    clock,
    log,
    budget,
    reserve: burst / 2,
    timeoutMs,
    ...(genesisHash !== undefined && { isOurNetwork }),
  })
  return { names, budget, endpoints }
}

type Row = { signature: string; slot: bigint; err?: unknown }

/** A missing `err` counts as success: some RPCs leave it out. */
function readListed(rows: readonly Row[]): ListedSignature[] {
  return rows.map(({ signature, slot, err }) => {
    if (typeof signature !== 'string' || typeof slot !== 'bigint')
      throw new Error('a listed signature lacks its slot')
    return { signature, slot, hasFailed: err != null }
  })
}
