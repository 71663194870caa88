import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging.server.ts'

export type RpcAddresses<Rpc> = {
  count: number
  /** Asks the addresses in turn until one gives an answer that is wanted; undefined from `ask` is none. */
  askEach<T>(ask: (rpc: Rpc, signal: AbortSignal) => Promise<T | undefined>): Promise<Asked<T>>
  /** What each address that answers has. */
  askAll<T>(ask: (rpc: Rpc, signal: AbortSignal) => Promise<T | undefined>): Promise<T[]>
}

type Asked<T> =
  | { status: 'answered'; answer: T }
  /** Every address was asked, and none had anything. */
  | { status: 'nothing' }
  | { status: 'unavailable' | 'rate_limited'; retryAfterMs: number }

type Needs = { clock: Clock; log: Log }
type Address<Rpc> = { name: string; rpc: Rpc; failures: number; restsUntil: number; isLimited: boolean }

const REFUSALS = [
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
] as const

const TIMEOUT_MS = 8_000
const FIRST_REST_MS = 500
const LONGEST_REST_MS = 10_000
const LONGEST_OBEYED_MS = 60_000

/** One or more doors to the chain. One that fails is left alone for a while, longer each time. */
export function createRpcAddresses<Rpc>(
  doors: { name: string; rpc: Rpc }[],
  { clock, log }: Needs,
): RpcAddresses<Rpc> {
  const addresses: Address<Rpc>[] = doors.map((door) => ({
    ...door,
    failures: 0,
    restsUntil: 0,
    isLimited: false,
  }))

  async function askOne<T>(
    address: Address<Rpc>,
    ask: (rpc: Rpc, signal: AbortSignal) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    try {
      const answer = await ask(address.rpc, AbortSignal.timeout(TIMEOUT_MS))
      if (address.failures > 0) log.info(`the Solana RPC ${address.name} is back`)
      address.failures = 0
      return { answer }
    } catch (error) {
      if (isRefusal(error)) throw error
      letRest(address, error)
      return undefined
    }
  }

  function letRest(address: Address<Rpc>, error: unknown): void {
    if (address.failures === 0) log.warn({ err: error }, `the Solana RPC ${address.name} does not answer`)
    const rest = Math.min(FIRST_REST_MS * 2 ** address.failures, LONGEST_REST_MS)
    address.failures += 1
    address.isLimited = isRateLimit(error)
    const asked = retryAfterMs(error)
    address.restsUntil = clock.now() + (asked ?? rest * (0.5 + Math.random() / 2))
  }

  return {
    count: addresses.length,

    async askAll(ask) {
      const asked = await Promise.all(addresses.map((address) => askOne(address, ask)))
      return asked.flatMap((one) => one?.answer ?? [])
    },

    async askEach(ask) {
      let isAskedEverywhere = true
      for (const address of addresses) {
        const asked = address.restsUntil > clock.now() ? undefined : await askOne(address, ask)
        if (asked?.answer !== undefined) return { status: 'answered', answer: asked.answer }
        if (asked === undefined) isAskedEverywhere = false
      }
      if (isAskedEverywhere) return { status: 'nothing' }
      const resting = addresses.filter(({ restsUntil }) => restsUntil > clock.now())
      const next = Math.min(...resting.map(({ restsUntil }) => restsUntil))
      const isLimited = resting.length > 0 && resting.every((address) => address.isLimited)
      return {
        status: isLimited ? 'rate_limited' : 'unavailable',
        retryAfterMs: Number.isFinite(next) ? Math.max(0, next - clock.now()) : FIRST_REST_MS,
      }
    },
  }
}

/** The address is well, it is the request that it refuses. */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.some((code) => isSolanaError(error, code))
}

function isRateLimit(error: unknown): boolean {
  return isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) && error.context.statusCode === 429
}

function retryAfterMs(error: unknown): number | undefined {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return undefined
  const seconds = Number(error.context.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1000, LONGEST_OBEYED_MS) : undefined
}
