import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit'
import type { TokenBucket } from '../../../platform/async/token-bucket.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'

type Ask<Rpc, T> = (rpc: Rpc, signal: AbortSignal) => Promise<T>

type Outcome<T> =
  | { status: 'answered'; answer: T }
  | { status: 'unavailable' | 'rate_limited'; retryAfterMs: number }

export type AskOptions = {
  /** Calls that strangers cause leave a reserve of the budget for payments. */
  isForStranger?: boolean
  /** The caller wants to know that the request itself was rejected. */
  throwsRejections?: boolean
}

export type RpcAddresses<Rpc> = {
  names: string[]
  /** Asks the one of this name, unless it rests. */
  askOne<T>(name: string, ask: Ask<Rpc, T>, options?: AskOptions): Promise<Outcome<T>>
  /** Asks one after another until one answers. */
  askEach<T>(ask: Ask<Rpc, T>, options?: AskOptions): Promise<T | undefined>
}

type Needs<Rpc> = {
  clock: Clock
  log: Log
  budget: TokenBucket
  /** Calls that are kept for payments. */
  reserve: number
  timeoutMs: number
  /** Asked of an address before anything else: whether it is on our network. */
  isOurNetwork?: Ask<Rpc, boolean>
}
type Address<Rpc> = {
  name: string
  rpc: Rpc
  failures: number
  restsUntil: number
  isLimited: boolean
  isTrusted: boolean
}

const REFUSALS = [
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
] as const

/** The address is well, it only cannot do this: another may, and the next call need not wait. */
const CANNOT_DO = [
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
] as const

const FIRST_REST_MS = 500
const MAX_REST_MS = 10_000
const MAX_OBEYED_MS = 60_000
const WRONG_NETWORK_REST_MS = 60_000

/** One or more doors to the chain. One that fails is left alone for a while, longer each time. */
export function createRpcAddresses<Rpc>(
  doors: { name: string; rpc: Rpc }[],
  { clock, log, budget, reserve, timeoutMs, isOurNetwork }: Needs<Rpc>,
): RpcAddresses<Rpc> {
  const sparingly = createLogLimiter({ clock })
  const addresses: Address<Rpc>[] = doors.map((door) => ({
    ...door,
    failures: 0,
    restsUntil: 0,
    isLimited: false,
    isTrusted: isOurNetwork === undefined,
  }))

  async function ask<T>(
    address: Address<Rpc>,
    question: Ask<Rpc, T>,
    { isForStranger = false, throwsRejections = false }: AskOptions = {},
  ): Promise<Outcome<T>> {
    const begunAt = clock.now()
    if (address.restsUntil > begunAt) return resting(address)
    const kept = isForStranger ? reserve : 0
    if (budget.left(kept) === 0) return { status: 'rate_limited', retryAfterMs: budget.waitMs(kept) }
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      if (!address.isTrusted && !(await isTrustworthy(address, signal))) return resting(address)
      const answer = await question(address.rpc, signal)
      if (address.failures > 0 && address.restsUntil <= clock.now()) {
        log.info(`the Solana RPC ${address.name} is back`)
        address.failures = 0
      }
      return { status: 'answered', answer }
    } catch (error) {
      if (throwsRejections && isRpcRejection(error)) throw error
      if (CANNOT_DO.some((code) => isSolanaError(error, code))) {
        sparingly(`${address.name} ${String(error)}`, () =>
          log.warn({ err: error }, `the Solana RPC ${address.name} rejects a request`),
        )
        return { status: 'unavailable', retryAfterMs: FIRST_REST_MS }
      }
      letRest(address, error, begunAt)
      return resting(address)
    }
  }

  async function isTrustworthy(address: Address<Rpc>, signal: AbortSignal): Promise<boolean> {
    address.isTrusted = (await isOurNetwork?.(address.rpc, signal)) ?? true
    if (address.isTrusted) return true
    sparingly(`network ${address.name}`, () =>
      log.error(`the Solana RPC ${address.name} is on another network than SOLANA_NETWORK; it is not used`),
    )
    address.isLimited = false
    address.restsUntil = clock.now() + WRONG_NETWORK_REST_MS
    return false
  }

  function letRest(address: Address<Rpc>, error: unknown, begunAt: number): void {
    const now = clock.now()
    // Of many calls that fail together only the first makes the rest longer.
    const isFirst = address.failures === 0 || address.restsUntil <= begunAt
    if (address.failures === 0) log.warn({ err: error }, `the Solana RPC ${address.name} does not answer`)
    const rest = Math.min(FIRST_REST_MS * 2 ** address.failures, MAX_REST_MS)
    if (isFirst) {
      address.failures += 1
      address.isLimited = isRateLimit(error)
      // Something else may answer at this address when it is back.
      address.isTrusted = isOurNetwork === undefined
    }
    const asked = retryAfterMs(error, now)
    if (isFirst || asked !== undefined)
      address.restsUntil = Math.max(address.restsUntil, now + (asked ?? rest * (0.5 + Math.random() / 2)))
  }

  function resting({ restsUntil, isLimited }: Address<Rpc>): Exclude<Outcome<never>, { status: 'answered' }> {
    return {
      status: isLimited ? 'rate_limited' : 'unavailable',
      retryAfterMs: Math.max(0, restsUntil - clock.now()),
    }
  }

  return {
    names: addresses.map(({ name }) => name),

    async askOne(name, question, options) {
      const address = addresses.find((one) => one.name === name)
      if (address === undefined) return { status: 'unavailable', retryAfterMs: MAX_REST_MS }
      return ask(address, question, options)
    },

    async askEach(question, options) {
      for (const address of addresses) {
        const outcome = await ask(address, question, options)
        if (outcome.status === 'answered') return outcome.answer
      }
      return undefined
    },
  }
}

/** The address is well, it is the request that it refuses. */
export function isRpcRejection(error: unknown): boolean {
  return REFUSALS.some((code) => isSolanaError(error, code))
}

function isRateLimit(error: unknown): boolean {
  return isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) && error.context.statusCode === 429
}

/** Seconds, or a date. */
function retryAfterMs(error: unknown, now: number): number | undefined {
  if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) return undefined
  const text = error.context.headers.get('retry-after') ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return ms > 0 ? Math.min(ms, MAX_OBEYED_MS) : undefined
}
