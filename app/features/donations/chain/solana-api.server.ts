import {
  address,
  type Base64EncodedWireTransaction,
  type Blockhash,
  createSolanaRpcFromTransport,
  isSolanaError,
  MAX_SUPPORTED_TRANSACTION_VERSION,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit'
import { cacheFor } from '../../../platform/async/cache-for.ts'
import { createTokenBucket } from '../../../platform/async/token-bucket.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { PaymentTerms } from '../contract.ts'
import { bestSighting, isWhole } from '../verdicts/best-sighting.ts'
import type { Sighting } from '../verdicts/judge-transfer.ts'
import { readTransaction } from './read-transaction.server.ts'
import { type AskOptions, createRpcAddresses } from './rpc-addresses.server.ts'
import { createRpcTransport } from './rpc-transport.server.ts'

/** The only way to the chain. */
export type Chain = {
  terms: PaymentTerms
  rpcNames: string[]
  /** Longer than a check of one payment can take. */
  longestCheckMs: number
  /** How many calls the budget allows now. */
  callsLeft(): number
  /** The best that any RPC says; `isForStranger` leaves a reserve of calls for payments that are known to exist. */
  findTransaction(signature: string, options?: Pick<AskOptions, 'isForStranger'>): Promise<Sighting>
  /** What each RPC says, where there is more than one to ask. */
  findWitnesses(signature: string): Promise<Sighting[] | undefined>
  /** Newest first, from the RPC of this name; undefined when it does not answer. */
  listSignatures(rpcName: string, range: SignatureRange): Promise<ListedSignature[] | undefined>
  getBalance(): Promise<{ lamports: bigint; slot: bigint } | undefined>
  latestBlockhash(): Promise<Lifetime | undefined>
  /** The signature under which it was sent; undefined when no address answers. */
  send(transaction: string): Promise<string | undefined>
}

type SignatureRange = { limit: number; before: string | null }
export type ListedSignature = { signature: string; slot: bigint; hasFailed: boolean }
type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint }

type Needs = {
  terms: PaymentTerms
  rpcUrls: string[]
  /** RPCs on a network with another genesis hash are not used. Undefined: they are not asked for it. */
  genesisHash?: string
  clock: Clock
  log: Log
  timeoutMs?: number
  callsPerSecond?: number
}

type Rpc = ReturnType<typeof createRpc>

const TIMEOUT_MS = 8_000
/** All calls of this process together; half of a burst is kept for payments that are known to exist. */
const CALLS_PER_SECOND = 100
const BURST_SECONDS = 2
const REMEMBERED_MS = 1_000
/** Statements of a check in the database; each has a timeout of its own. */
const DATABASE_MS = 20_000

const FINALIZED = { commitment: 'finalized' } as const
const FOUND_AS = {
  ...FINALIZED,
  encoding: 'base64',
  maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
} as const

export function openChain(needs: Needs): Chain {
  const { terms, rpcUrls, genesisHash, clock, log } = needs
  const { timeoutMs = TIMEOUT_MS, callsPerSecond = CALLS_PER_SECOND } = needs
  const burst = callsPerSecond * BURST_SECONDS
  const budget = createTokenBucket({ clock }, { perSecond: callsPerSecond, burst })
  const names = nameRpcs(rpcUrls)
  const doors = rpcUrls.map((url, place) => ({
    name: names[place] ?? '',
    rpc: createRpc(url, budget.spend),
  }))
  const addresses = createRpcAddresses(doors, {
    clock,
    log,
    budget,
    reserve: burst / 2,
    timeoutMs,
    ...(genesisHash !== undefined && {
      isOurNetwork: async (rpc: Rpc, abortSignal: AbortSignal) =>
        (await rpc.getGenesisHash().send({ abortSignal })) === genesisHash,
    }),
  })
  const sparingly = createLogLimiter({ clock })
  const isKept = ({ at }: Sighting) => at === 'nowhere' || at === 'finalized'
  const remember = cacheFor<Sighting>({ clock }, REMEMBERED_MS, isKept)
  const rememberLifetime = cacheFor<Lifetime | undefined>({ clock }, REMEMBERED_MS, Boolean)

  async function readSighting(rpc: Rpc, text: string, abortSignal: AbortSignal): Promise<Sighting> {
    const signature = text as Signature
    try {
      const found = await rpc.getTransaction(signature, FOUND_AS).send({ abortSignal })
      if (found) return await readTransaction(text, found)
      const statuses = rpc.getSignatureStatuses([signature], { searchTransactionHistory: true })
      const [status] = (await statuses.send({ abortSignal })).value
      return status ? { at: 'below_commitment' } : { at: 'nowhere' }
    } catch (error) {
      if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION))
        return { at: 'unsupported_version' }
      throw error
    }
  }

  function readFrom(name: string, signature: string, options?: AskOptions): Promise<Sighting> {
    return remember(`${name} ${signature}`, async () => {
      const outcome = await addresses.askOne(
        name,
        (rpc, abort) => readSighting(rpc, signature, abort),
        options,
      )
      if (outcome.status !== 'answered') return { at: outcome.status, retryAfterMs: outcome.retryAfterMs }
      alarm(name, signature, outcome.answer)
      return outcome.answer
    })
  }

  function alarm(rpc: string, signature: string, { at }: Sighting): void {
    if (at === 'forged')
      sparingly(`forged ${rpc}`, () =>
        log.error({ signature, rpc }, 'a Solana RPC returned a message that its signature does not fit'),
      )
    if (at === 'unsupported_version')
      sparingly(`version ${rpc}`, () =>
        log.error(
          { signature, rpc },
          'the chain has a transaction version that this release cannot read; upgrade, the payment waits',
        ),
      )
  }

  return {
    terms,
    rpcNames: names,
    longestCheckMs: timeoutMs * (names.length + 1) + DATABASE_MS,
    callsLeft: () => budget.left(),

    async findTransaction(signature, options) {
      const sightings: Sighting[] = []
      for (const name of names) {
        const seen = await readFrom(name, signature, options)
        if (isWhole(seen)) return seen
        sightings.push(seen)
      }
      return bestSighting(sightings)
    },

    async findWitnesses(signature) {
      if (names.length < 2) return undefined
      return Promise.all(names.map((name) => readFrom(name, signature)))
    },

    async listSignatures(name, { limit, before }) {
      const range = { ...FINALIZED, limit, ...(before && { before: before as Signature }) }
      const outcome = await addresses.askOne(name, async (rpc, abortSignal) =>
        readListed(await rpc.getSignaturesForAddress(address(terms.address), range).send({ abortSignal })),
      )
      return outcome.status === 'answered' ? outcome.answer : undefined
    },

    async getBalance() {
      const outcome = await addresses.askEach((rpc, abortSignal) =>
        rpc.getBalance(address(terms.address), FINALIZED).send({ abortSignal }),
      )
      return outcome && { lamports: outcome.value, slot: outcome.context.slot }
    },

    latestBlockhash: () =>
      rememberLifetime('', async () => {
        const ask = (rpc: Rpc, abortSignal: AbortSignal) =>
          rpc.getLatestBlockhash(FINALIZED).send({ abortSignal })
        return (await addresses.askEach(ask, { isForStranger: true }))?.value
      }),

    async send(transaction) {
      const wire = transaction as Base64EncodedWireTransaction
      return addresses.askEach(
        (rpc, abortSignal) => rpc.sendTransaction(wire, { encoding: 'base64' }).send({ abortSignal }),
        { isForStranger: true, throwsRejections: true },
      )
    },
  }
}

function createRpc(url: string, onCall: () => void) {
  return createSolanaRpcFromTransport(createRpcTransport(url, onCall))
}

/** Hosts; two addresses at one host are numbered. */
export function nameRpcs(rpcUrls: string[]): string[] {
  const hosts = rpcUrls.map((url) => new URL(url).host)
  return hosts.map((host, place) => {
    const nth = hosts.slice(0, place).filter((one) => one === host).length + 1
    return nth === 1 ? host : `${host} (${nth})`
  })
}

type Row = { signature: string; slot: bigint; err?: unknown }

/** An RPC that leaves `err` out does not say that everything failed. */
function readListed(rows: readonly Row[]): ListedSignature[] {
  return rows.map(({ signature, slot, err }) => {
    if (typeof signature !== 'string' || typeof slot !== 'bigint')
      throw new Error('a listed signature lacks its slot')
    return { signature, slot, hasFailed: err != null }
  })
}

const GENESIS_TIMEOUT_MS = 5_000

/** Undefined when it does not answer. */
export async function askGenesisHash(rpcUrl: string): Promise<string | undefined> {
  const abortSignal = AbortSignal.timeout(GENESIS_TIMEOUT_MS)
  return createRpc(rpcUrl, () => {})
    .getGenesisHash()
    .send({ abortSignal })
    .catch(() => undefined)
}
