import {
  isSolanaError,
  MAX_SUPPORTED_TRANSACTION_VERSION,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit'
import { cacheFor } from '../../../platform/async/cache-for.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createLogLimiter } from '../../../platform/logging/log-limiter.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import type { Sighting } from '../verdicts/judge-transfer.ts'
import { readTransaction } from './read-transaction.server.ts'
import type { Rpc } from './rpc-client.server.ts'
import type { CallOptions, RpcEndpoints } from './rpc-endpoints.server.ts'

type SightingReader = (rpcName: string, signature: string, options?: CallOptions) => Promise<Sighting>

const SHARED_FOR_MS = 1_000

const FINALIZED_BASE64 = {
  commitment: 'finalized',
  encoding: 'base64',
  maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
} as const

/** Reads what one RPC says about a transaction. Reads within a second share one answer. */
export function createSightingReader(
  endpoints: RpcEndpoints<Rpc>,
  { clock, log }: { clock: Clock; log: Log },
): SightingReader {
  const limitLog = createLogLimiter({ clock })
  const isShared = ({ at }: Sighting) => at === 'nowhere' || at === 'finalized'
  const share = cacheFor<Sighting>({ clock }, SHARED_FOR_MS, isShared)

  function warn(rpc: string, signature: string, { at }: Sighting): void {
    if (at === 'forged')
      limitLog(`forged ${rpc}`, () =>
        log.error({ signature, rpc }, 'a Solana RPC returned a message that does not match its signature'),
      )
    if (at === 'unsupported_version')
      limitLog(`version ${rpc}`, () =>
        log.error(
          { signature, rpc },
          'the chain has a transaction version that this release cannot read; upgrade, the payment waits',
        ),
      )
  }

  return (rpcName, signature, options) =>
    share(`${rpcName} ${signature}`, async () => {
      const outcome = await endpoints.callOne(
        rpcName,
        (rpc, abortSignal) => readSighting(rpc, signature, abortSignal),
        options,
      )
      if (outcome.status !== 'answered') return { at: outcome.status, retryAfterMs: outcome.retryAfterMs }
      warn(rpcName, signature, outcome.answer)
      return outcome.answer
    })
}

async function readSighting(rpc: Rpc, text: string, abortSignal: AbortSignal): Promise<Sighting> {
  const signature = text as Signature
  try {
    const found = await rpc.getTransaction(signature, FINALIZED_BASE64).send({ abortSignal })
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
