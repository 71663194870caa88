import type { TokenBucket } from '../../../platform/async/token-bucket.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { backOff, NO_BACKOFF } from './rpc-backoff.ts'
import { isRateLimit, isRpcRejection, isUnsupported, readRetryAfterMs } from './rpc-errors.server.ts'

type Call<Rpc, T> = (rpc: Rpc, signal: AbortSignal) => Promise<T>

type Unavailable = { status: 'unavailable' | 'rate_limited'; retryAfterMs: number }
type Outcome<T> = { status: 'answered'; answer: T } | Unavailable

export type CallOptions = {
  /** Calls on behalf of strangers leave a reserve of the budget for payments. */
  leavesReserve?: boolean
  /** Throws when the RPC rejects the request itself. */
  throwsRejections?: boolean
}

/** Calls since the start, and whether the endpoint is of use now. */
export type RpcHealth = { name: string; isUp: boolean; answered: number; failed: number }

type RpcEndpoint<Rpc> = {
  name: string
  health(): RpcHealth
  call<T>(call: Call<Rpc, T>, options?: CallOptions): Promise<Outcome<T>>
}

export type RpcEndpoints<Rpc> = {
  callOne<T>(name: string, call: Call<Rpc, T>, options?: CallOptions): Promise<Outcome<T>>
  /** Calls one endpoint after another until one answers. */
  callAny<T>(call: Call<Rpc, T>, options?: CallOptions): Promise<T | undefined>
  health(): RpcHealth[]
}

type NamedRpc<Rpc> = { name: string; rpc: Rpc }

type EndpointSettings<Rpc> = {
  clock: Clock
  log: Log
  budget: TokenBucket
  /** The part of the budget that is reserved for payments. */
  reserve: number
  timeoutMs: number
  /** Called before an endpoint is used for the first time, and again after each failure. */
  isOurNetwork?: Call<Rpc, boolean>
}

const UNSUPPORTED: Unavailable = { status: 'unavailable', retryAfterMs: 500 }
const UNKNOWN_NAME: Unavailable = { status: 'unavailable', retryAfterMs: 10_000 }
const WRONG_NETWORK_BACKOFF_MS = 60_000

export function createRpcEndpoints<Rpc>(
  rpcs: NamedRpc<Rpc>[],
  settings: EndpointSettings<Rpc>,
): RpcEndpoints<Rpc> {
  const endpoints = rpcs.map((rpc) => createRpcEndpoint(rpc, settings))
  return {
    async callOne(name, call, options) {
      const endpoint = endpoints.find((one) => one.name === name)
      return endpoint ? endpoint.call(call, options) : UNKNOWN_NAME
    },

    async callAny(call, options) {
      for (const endpoint of endpoints) {
        const outcome = await endpoint.call(call, options)
        if (outcome.status === 'answered') return outcome.answer
      }
      return undefined
    },

    health: () => endpoints.map((endpoint) => endpoint.health()),
  }
}

function createRpcEndpoint<Rpc>(
  { name, rpc }: NamedRpc<Rpc>,
  { clock, log, budget, reserve, timeoutMs, isOurNetwork }: EndpointSettings<Rpc>,
): RpcEndpoint<Rpc> {
  const limitLog = createLogLimiter({ clock })
  let backoff = NO_BACKOFF
  let isTrusted = isOurNetwork === undefined
  let isElsewhere = false
  let answered = 0
  let failed = 0

  async function checkNetwork(signal: AbortSignal): Promise<void> {
    isTrusted = (await isOurNetwork?.(rpc, signal)) ?? true
    isElsewhere = !isTrusted
    if (isTrusted) return
    limitLog('network', () =>
      log.error(`the Solana RPC ${name} is on another network than SOLANA_NETWORK; it is not used`),
    )
    backoff = { ...backoff, untilMs: clock.now() + WRONG_NETWORK_BACKOFF_MS, isRateLimited: false }
  }

  function noteFailure(error: unknown, startedAtMs: number): void {
    failed += 1
    if (backoff.failures === 0) log.warn({ err: error }, `the Solana RPC ${name} does not answer`)
    const nowMs = clock.now()
    const failure = { startedAtMs, nowMs, isRateLimited: isRateLimit(error), jitter: Math.random() }
    const next = backOff(backoff, { ...failure, retryAfterMs: readRetryAfterMs(error, systemClock.now()) })
    // Another server may answer at this address when it is back.
    if (next.failures > backoff.failures) isTrusted = isOurNetwork === undefined
    backoff = next
  }

  function noteAnswer(): void {
    answered += 1
    if (backoff.failures === 0 || backoff.untilMs > clock.now()) return
    log.info(`the Solana RPC ${name} is back`)
    backoff = { ...backoff, failures: 0 }
  }

  function backingOff(): Unavailable {
    const status = backoff.isRateLimited ? 'rate_limited' : 'unavailable'
    return { status, retryAfterMs: Math.max(0, backoff.untilMs - clock.now()) }
  }

  return {
    name,
    health: () => ({ name, isUp: backoff.failures === 0 && !isElsewhere, answered, failed }),
    async call(call, { leavesReserve = false, throwsRejections = false } = {}) {
      const startedAtMs = clock.now()
      if (backoff.untilMs > startedAtMs) return backingOff()
      const kept = leavesReserve ? reserve : 0
      if (budget.left(kept) === 0) return { status: 'rate_limited', retryAfterMs: budget.waitMs(kept) }
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        if (!isTrusted) await checkNetwork(signal)
        if (!isTrusted) return backingOff()
        const answer = await call(rpc, signal)
        noteAnswer()
        return { status: 'answered', answer }
      } catch (error) {
        if (throwsRejections && isRpcRejection(error)) throw error
        if (!isUnsupported(error)) {
          noteFailure(error, startedAtMs)
          return backingOff()
        }
        limitLog(String(error), () => log.warn({ err: error }, `the Solana RPC ${name} rejects a request`))
        return UNSUPPORTED
      }
    },
  }
}
